// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { members } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `videos`, catalog/errors/native.yaml:102. */
export const videos: Envelope = {
  ...native,
  invalid_input: ({ code, details, extra }) => // catalog/errors/native.yaml:104
    ({ status: 400, body: { error: 'Invalid input image', code, details, ...members(extra) } }),
  upstream_rejected: ({ details, extra }) => // catalog/errors/native.yaml:105
    ({ status: 502, body: { error: 'Video generation failed', details, ...members(extra) } }),
  upstream_failed: ({ details, extra }) => // catalog/errors/native.yaml:106
    ({ status: 502, body: { error: 'Video generation failed', details, ...members(extra) } }),
  upstream_timeout: ({ details, extra }) => // catalog/errors/native.yaml:107
    ({ status: 504, body: { error: 'Video generation timed out', details, ...members(extra) } }),
}
