// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { members } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `music`, catalog/errors/native.yaml:89. */
export const music: Envelope = {
  ...native,
  content_policy: ({ details, extra }) => // catalog/errors/native.yaml:91
    ({ status: 502, body: { error: 'Content policy violation', details, ...members(extra) } }),
  upstream_rejected: ({ details, extra }) => // catalog/errors/native.yaml:92
    ({ status: 502, body: { error: 'Music generation rejected', details, ...members(extra) } }),
  upstream_failed: ({ details, extra }) => // catalog/errors/native.yaml:93
    ({ status: 500, body: { error: 'Music generation failed', details, ...members(extra) } }),
  upstream_timeout: ({ details, extra }) => // catalog/errors/native.yaml:94
    ({ status: 504, body: { error: 'Music generation timed out', details, ...members(extra) } }),
}
