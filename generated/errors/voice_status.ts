// Code generated from catalog/errors/people.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `voice_status`, catalog/errors/people.yaml:14. */
export const voiceStatus: Envelope = {
  ...native,
  // catalog/errors/people.yaml:16
  invalid_input: () => ({ status: 404, body: { error: 'Call not found' } }),
  upstream_rejected: ({ details }) => // catalog/errors/people.yaml:17
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  upstream_failed: ({ details }) => // catalog/errors/people.yaml:18
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/people.yaml:19
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
}
