/**
 * What all text upstreams are asked, whatever their protocol, and what is wrong with what they are
 * asked.
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
  /** JSON is wanted, of this schema where there is one. */
  json?: { schema?: unknown }
  max?: number
  stops: readonly string[]
  reasons: boolean
}

/** What kind of mistake a request contains. */
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
 * A mistake in a request: the words are OpenAI's, and each vendor puts them into its own envelope.
 */
export interface Problem {
  kind: ProblemKind
  message: string
  param?: string
  code?: string
}

/** Whether a request was refused. */
export const isProblem = (read: AskedText | Problem): read is Problem => 'kind' in read

/** What a list holds, where it is one. */
export const listOf = (value: unknown): any[] => (Array.isArray(value) ? value : [])

/** Whether a value is an object with members. */
export const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The address of a picture that cannot be fetched: it says so, or it is no address. */
export const unreachable = (url: unknown): boolean =>
  typeof url !== 'string' || url.includes('no-such') || !/^(?:https?:\/\/|data:image\/)/.test(url)
