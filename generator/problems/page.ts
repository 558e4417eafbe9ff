/** What `explain CODE` prints. */
export interface CodePage {
  /** One line: what is wrong. */
  title: string
  /** Why it is a problem, and what to do. */
  why: string
  /** YAML that is wrong, and the same put right. */
  bad: string
  good: string
}

/** Pages by code. */
export type CodePages = Readonly<Record<string, CodePage>>
