// Code generated from catalog/errors/sandbox.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `sandbox`, catalog/errors/sandbox.yaml:2. */
export const sandbox: Envelope = {
  ...native,
  not_found: ({ message }) => ({ // catalog/errors/sandbox.yaml:4
    status: 404,
    body: {
      error: 'Not Found', message,
      endpoints: [
        'POST /api/v1/sandbox/create', 'POST /api/v1/sandbox/exec', 'POST /api/v1/sandbox/status',
        'POST /api/v1/sandbox/terminate',
      ],
    },
  }),
  upstream_rejected: ({ upstream }) => ({ // catalog/errors/sandbox.yaml:7
    status: need(upstream).status,
    body: { error: 'Bad Request', details: need(upstream).body },
  }),
  upstream_failed: ({ details }) => // catalog/errors/sandbox.yaml:8
    ({ status: 502, body: { error: 'Sandbox service error', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/sandbox.yaml:9
    ({ status: 502, body: { error: 'Sandbox service timeout', details } }),
}
