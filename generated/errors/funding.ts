// Code generated from catalog/errors/people.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `funding`, catalog/errors/people.yaml:28. */
export const funding: Envelope = {
  ...native,
  // catalog/errors/people.yaml:30
  upstream_rejected: () => ({ status: 503, body: { error: 'The bridge cannot be asked now' } }),
  upstream_failed: ({ details }) => // catalog/errors/people.yaml:31
    ({ status: 503, body: { error: 'The bridge cannot be asked now', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/people.yaml:32
    ({ status: 503, body: { error: 'The bridge cannot be asked now', details } }),
}
