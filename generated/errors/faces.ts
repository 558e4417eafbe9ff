// Code generated from catalog/errors/people.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `faces`, catalog/errors/people.yaml:21. */
export const faces: Envelope = {
  ...native,
  invalid_input: () => ({ // catalog/errors/people.yaml:23
    status: 404,
    body: {
      error: 'Unknown group',
      message: 'The group_id is unknown here. Begin with POST /api/v1/realface/init and pass its group_id back unchanged.',
    },
  }),
  upstream_rejected: ({ details }) => // catalog/errors/people.yaml:24
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  upstream_failed: ({ details }) => // catalog/errors/people.yaml:25
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/people.yaml:26
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
}
