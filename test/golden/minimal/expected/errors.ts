// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../runtime/contract.ts'
import { native } from './errors/native.ts'

/** All envelopes by name. */
export const envelopes: Readonly<Record<string, Envelope>> = { native }
