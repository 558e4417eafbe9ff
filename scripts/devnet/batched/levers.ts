/** Ways in which a local facilitator can misbehave. */

/** An answer over HTTP. A text is sent as it is. */
export interface Answer {
  status: number
  body: unknown
}

/** What happens to the connection instead of an answer. */
export type Broken = 'hang' | 'cut'

/** Decides how a request is handled; `honest` handles it normally. */
export type Lever = (path: string, honest: () => Promise<Answer>) => Promise<Answer | Broken>

/** Answers honestly. */
export const honestly: Lever = (_path, honest) => honest()

/** Applies a lever to the paths that contain `part`, and is honest otherwise. */
export const on =
  (part: string, lever: Lever): Lever =>
  (path, honest) =>
    path.includes(part) ? lever(path, honest) : honest()

/** Handles the request normally, `ms` late. */
export const late =
  (ms: number): Lever =>
  async (_path, honest) => {
    await new Promise(resolve => setTimeout(resolve, ms))
    return honest()
  }

/** Gives this answer and does nothing. */
export const says =
  (status: number, body: unknown): Lever =>
  async () => ({ status, body })

/** Refuses to settle with an error code, and does nothing. */
export const refuses = (errorReason: string): Lever =>
  says(200, { success: false, errorReason, transaction: '', network: '' })

/** Breaks the connection and does nothing. */
export const breaks =
  (how: Broken): Lever =>
  async () =>
    how

/** Handles the request, but sends another answer or none. */
export const actsThen =
  (then: Answer | Broken): Lever =>
  async (_path, honest) => {
    await honest()
    return then
  }

/** Changes honest answers. */
export const lies =
  (change: (body: any) => unknown): Lever =>
  async (_path, honest) => {
    const { status, body } = await honest()
    return { status, body: change(structuredClone(body)) }
  }
