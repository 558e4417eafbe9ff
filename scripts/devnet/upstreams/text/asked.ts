/**
 * Requests to text upstreams in terms of all protocols, and the mistakes in them.
 */

/**
 * One turn of a conversation, or a part of one. `images` counts pictures; `keep` is a breakpoint of
 * prompt caching.
 */
export interface Turn {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  images: number
  keep?: boolean
}

/** A tool that may be called; `schema` is that of its arguments. */
export interface Tool {
  name: string
  schema: unknown
}

/**
 * Whether tools are to be called: as the model likes, not at all, any of them, or the one named.
 */
export type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

/** A request in terms that all protocols share. */
export interface AskedText {
  model: string
  turns: readonly Turn[]
  tools: readonly Tool[]
  choice: ToolChoice
  /** JSON is requested, with this schema if there is one. */
  json?: { schema?: unknown }
  max?: number
  /** `max` leaves out the tokens of reasoning. */
  maxOfText?: true
  stops: readonly string[]
  reasons: boolean
}

/** The type of a mistake in a request. */
export type ProblemKind =
  | 'json'
  | 'missing'
  | 'value'
  | 'unknown'
  | 'unsupported'
  | 'history'
  | 'model'
  | 'context'
  | 'policy'
  | 'image'

/**
 * A mistake in a request: the text is OpenAI's, and each upstream puts it into its own envelope.
 */
export interface Problem {
  kind: ProblemKind
  message: string
  param?: string
  code?: string
}

/** Whether a request was refused. */
export const isProblem = (read: AskedText | Problem): read is Problem => 'kind' in read

/** The elements of a list; none if the value is not a list. */
export const listOf = (value: unknown): any[] => (Array.isArray(value) ? value : [])

/** Whether a value is an object with members. */
export const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The address of a picture that cannot be fetched: marked so, or not an address. */
export const unreachable = (url: unknown): boolean =>
  typeof url !== 'string' || url.includes('no-such') || !/^(?:https?:\/\/|data:image\/)/.test(url)
