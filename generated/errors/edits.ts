// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { members } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { images } from './images.ts'

/** The envelope `edits`, catalog/errors/native.yaml:82. */
export const edits: Envelope = {
  ...images,
  invalid_input: ({ code, details, extra }) => // catalog/errors/native.yaml:84
    ({ status: 400, body: { error: 'Invalid input image', code, details, ...members(extra) } }),
  upstream_rejected: ({ details, extra }) => // catalog/errors/native.yaml:85
    ({ status: 500, body: { error: 'Image editing failed', details, ...members(extra) } }),
  upstream_failed: ({ details, extra }) => // catalog/errors/native.yaml:86
    ({ status: 500, body: { error: 'Image editing failed', details, ...members(extra) } }),
  upstream_timeout: ({ details, extra }) => // catalog/errors/native.yaml:87
    ({ status: 504, body: { error: 'Image editing timed out', details, ...members(extra) } }),
}
