/** How Gemini's API says that something went wrong: the same for images and text. */
import { json } from './contract.ts'
import type { UpstreamReply } from './contract.ts'

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

/** What an error says. */
export const geminiErrorBody = (code: number, message: string, details?: unknown[]): object => ({
  error: { code, message, status: statuses[code] ?? 'UNKNOWN', ...(details ? { details } : {}) },
})

/** An error in Gemini's shape. */
export const geminiError = (code: number, message: string, details?: unknown[]): UpstreamReply =>
  json(code, geminiErrorBody(code, message, details))

/** The failures that all calls have in common. */
export const geminiFailures = {
  unauthorized: (): UpstreamReply =>
    geminiError(
      403,
      "Method doesn't allow unregistered callers (callers without established identity).",
    ),
  rateLimited: (seconds?: number): UpstreamReply =>
    seconds === undefined
      ? geminiError(429, 'Resource has been exhausted (e.g. check quota).')
      : geminiError(429, `Resource has been exhausted. Please retry in ${seconds}s.`, [
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
        ]),
  failed: (status: number): UpstreamReply =>
    geminiError(status, 'An internal error has occurred. Please retry or report.'),
}
