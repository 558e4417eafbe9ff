/** The text that `explain CODE` prints. */
export interface CodePage {
  /** One line: the problem. */
  title: string
  /** Why it is a problem, and what to do. */
  why: string
  /** YAML with the problem, and its corrected form. */
  bad: string
  good: string
}

/** Pages by code. */
export type CodePages = Readonly<Record<string, CodePage>>
