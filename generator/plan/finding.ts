/** Makes findings that are not about prices. Their levels follow from their ids. */
import type { FindingId } from '../language/guard.ts'
import type { Effect, Finding, Level } from './types.ts'

/** Findings that break no caller. */
const HARMLESS = new Set<FindingId>([
  'network-added',
  'route-added',
  'route-described',
  'model-added',
  'model-described',
  'request-accepted',
  'request-field-added',
  'limit-raised',
  'request-enum-widened',
  'request-range-widened',
  'reply-field-added',
  'gate-removed',
])
/** Findings that may break some callers. */
const MAY_BREAK = new Set<FindingId>([
  'request-default-changed',
  'request-field-optional',
  'reply-form-changed',
  'reply-errors-changed',
  'limit-lowered',
  'free-quota-reduced',
  'gate-added',
  'gate-changed',
  'field-rule-changed',
  'authorization-shortened',
  'error-changed',
  'limit-key-changed',
  'limit-style-changed',
  'gateway-changed',
  'records-changed',
  'upstream-added',
  'model-changed',
  'route-changed',
  'upstream-changed',
])

/** The level of a finding unless its values decide. */
export const levelOf = (id: FindingId): Level =>
  HARMLESS.has(id) ? 'allow' : MAY_BREAK.has(id) ? 'warn' : 'block'

type FindingInit = Omit<Finding, 'level' | 'effects'> & {
  effects?: readonly Effect[]
  level?: Level
}

/** A finding with the level of its id, unless it has one of its own. */
export const finding = (init: FindingInit): Finding => ({
  effects: [],
  level: levelOf(init.id),
  ...init,
})
