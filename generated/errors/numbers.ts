// Code generated from catalog/errors/people.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `numbers`, catalog/errors/people.yaml:2. */
export const numbers: Envelope = {
  ...native,
  upstream_rejected: ({ details }) => // catalog/errors/people.yaml:4
    ({ status: 502, body: { error: 'Purchase failed', details } }),
  // catalog/errors/people.yaml:5
  upstream_failed: ({ details }) => ({ status: 502, body: { error: 'Purchase failed', details } }),
  // catalog/errors/people.yaml:6
  upstream_timeout: ({ details }) => ({ status: 502, body: { error: 'Purchase failed', details } }),
}
