/** How xAI's API says that something went wrong, in two shapes. */
import { json } from './contract.ts'
import type { UpstreamReply } from './contract.ts'

/** The shape of refused arguments. */
export const refusal = (status: number, code: string, error: string): UpstreamReply =>
  json(status, { code, error })

/** The shape of everything that goes wrong around the call. */
export const failure = (
  status: number,
  message: string,
  type: string,
  code: string | null = null,
): UpstreamReply => json(status, { error: { message, type, param: null, code } })

/** The code of refused arguments. */
export const INVALID = 'Client specified an invalid argument'

/** A body of another form than the one expected. */
export const unreadable = (why: string): UpstreamReply => ({
  status: 422,
  type: 'text/plain',
  raw: `Failed to deserialize the JSON body into the target type: ${why}`,
})
