// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { members } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `images`, catalog/errors/native.yaml:76. */
export const images: Envelope = {
  ...native,
  upstream_rejected: ({ details, extra }) => // catalog/errors/native.yaml:78
    ({ status: 500, body: { error: 'Image generation failed', details, ...members(extra) } }),
  upstream_failed: ({ details, extra }) => // catalog/errors/native.yaml:79
    ({ status: 500, body: { error: 'Image generation failed', details, ...members(extra) } }),
  upstream_timeout: ({ details, extra }) => // catalog/errors/native.yaml:80
    ({ status: 500, body: { error: 'Image generation failed', details, ...members(extra) } }),
}
