// Code generated from catalog/errors/people.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `voice`, catalog/errors/people.yaml:8. */
export const voice: Envelope = {
  ...native,
  upstream_rejected: ({ details }) => // catalog/errors/people.yaml:10
    ({ status: 502, body: { error: 'Call initiation failed', details } }),
  upstream_failed: ({ details }) => // catalog/errors/people.yaml:11
    ({ status: 502, body: { error: 'Call initiation failed', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/people.yaml:12
    ({ status: 502, body: { error: 'Call initiation failed', details } }),
}
