/** Compares the rules that refuse requests: gates, checks, and rules of `fields:`. */
import type { GateIR, RouteIR } from '../ir.ts'
import { print } from '../js/print.ts'
import type { Js } from '../js/tree.ts'
import { sourceOf } from '../js/written.ts'
import type { FindingId } from '../language/guard.ts'
import type { Code } from '../types.ts'
import type { Texts } from './fingerprint.ts'
import type { Level } from './types.ts'
import { shortened } from './shortened.ts'

/** A difference of a rule; `path` names the rule. */
export interface RuleChange {
  id: FindingId
  path: string
  old?: string
  new?: string
  level?: Level
  /** What is said after the name of the rule, unless it is the old and the new value. */
  said?: string
}

/** The differences of a route's rules. */
export function ruleChanges(old: RouteIR, now: RouteIR, text: Texts): RuleChange[] {
  const of = (one: RouteIR): GateIR[] => [...(one.translate?.gates ?? []), ...one.gates]
  return [
    ...listChanges('gate', [of(old), of(now)], text),
    ...listChanges('check', [old.checks ?? [], now.checks ?? []], text),
  ]
}

type Rules = readonly GateIR[]

function listChanges(
  what: string,
  [old, now]: readonly [Rules, Rules],
  [before, after]: Texts,
): RuleChange[] {
  const [was, is] = [old.map(before), now.map(after)]
  const [gone, added] = [without(old, was, is), without(now, is, was)]
  if (gone.length + added.length === 0) {
    const isMoved = was.join('\n') !== is.join('\n')
    return isMoved ? [{ id: 'gate-changed', path: `order of ${what}s`, said: 'is another' }] : []
  }
  const left = new Set(gone)
  const pairs = new Map<GateIR, GateIR>()
  // A changed rule has the same refusal, or the same condition.
  for (const like of [refusalText, ruleText])
    for (const gate of added) {
      const was = [...left].find(one => !pairs.has(gate) && like(one) === like(gate))
      if (was === undefined) continue
      left.delete(was)
      pairs.set(gate, was)
    }
  return [
    ...added.map(gate => {
      const was = pairs.get(gate)
      return was ? changedRule(what, was, gate) : addedRule(what, gate)
    }),
    ...[...left].map(gate => removedRule(what, gate)),
  ]
}

/** The rules whose texts another list does not have; a rule may be there twice. */
function without(list: Rules, texts: readonly string[], others: readonly string[]): GateIR[] {
  const left = [...others]
  return list.filter((_, i) => {
    const at = left.indexOf(texts[i]!)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function addedRule(what: string, gate: GateIR): RuleChange {
  const rule = ruleText(gate)
  if (gate.byField)
    return { id: 'field-rule-changed', path: named('rule', gate), old: 'none', new: rule }
  return { id: 'gate-added', path: named(what, gate), said: `refuses requests unless ${rule}` }
}

function removedRule(what: string, gate: GateIR): RuleChange {
  if (gate.byField) {
    const [path, old] = [named('rule', gate), ruleText(gate)]
    return { id: 'field-rule-changed', level: 'allow', path, old, new: 'none' }
  }
  return { id: 'gate-removed', path: named(what, gate), said: 'is gone' }
}

function changedRule(what: string, was: GateIR, is: GateIR): RuleChange {
  const id = is.byField ? 'field-rule-changed' : 'gate-changed'
  const parts = [ruleText, refusalText, codeText, fieldText]
  const part = parts.find(one => one(was) !== one(is))
  const kind = is.byField ? 'rule' : what
  if (part === undefined)
    return { id, path: named(kind, is), said: 'reads other values, or says something else' }
  const path = part === ruleText ? named(kind, is) : `${kind} ${ruleText(is)}`
  return { id, path, old: part(was), new: part(is) }
}

const named = (what: string, gate: GateIR): string => `${what} "${refusalText(gate)}"`

function ruleText({ when, rule }: GateIR): string {
  return when ? `${codeSource(rule)} when ${codeSource(when)}` : codeSource(rule)
}

const refusalText = ({ status, message }: GateIR): string => `${status} ${codeSource(message)}`
const codeText = ({ code }: GateIR): string => (code === undefined ? 'no code' : `code ${code}`)
const fieldText = ({ field }: GateIR): string =>
  field === undefined ? 'no field' : `field ${field}`

const AT = { indent: 0, column: 0, tail: 0 }
const LONGEST = 90

function codeSource({ source, js }: Code): string {
  const text = source ?? wordsOf(js)
  return shortened(text.replaceAll(/\s+/g, ' '), LONGEST)
}

/** A message with its holes in braces; other formulas as code. */
function wordsOf(js: Js): string {
  if (js.kind === 'text') return js.value
  if (js.kind !== 'template') return print(js, AT)
  return js.parts
    .map(one => (typeof one === 'string' ? one : `{${sourceOf(one) ?? print(one, AT)}}`))
    .join('')
}
