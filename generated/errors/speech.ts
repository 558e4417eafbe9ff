// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `speech`, catalog/errors/native.yaml:96. */
export const speech: Envelope = {
  ...native,
  upstream_rejected: ({ details }) => // catalog/errors/native.yaml:98
    ({ status: 502, body: { error: 'Speech generation failed', details } }),
  upstream_failed: ({ details }) => // catalog/errors/native.yaml:99
    ({ status: 502, body: { error: 'Speech generation failed', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/native.yaml:100
    ({ status: 504, body: { error: 'Speech generation timed out', details } }),
}
