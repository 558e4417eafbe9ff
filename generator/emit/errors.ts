/** Emits `generated/errors.ts`: how each outcome looks in each envelope. */
import type { EnvelopeIR, CatalogIR } from '../ir.ts'
import { member, name, object, type Js } from '../js/tree.ts'
import { OUTCOME, scoped, type Site } from './code/function.ts'
import { imports } from './code/imports.ts'
import { camel } from './code/names.ts'
import type { Constant } from './code/file.ts'
import { braces, type Member } from './code/route.ts'
import { type Emitter } from './facts.ts'

type Outcomes = EnvelopeIR['outcomes']

/**
 * One constant per envelope. An outcome that an envelope shares with an earlier one refers to it.
 */
export const emitErrors: Emitter = function* (ir, facts) {
  const used = imports()
  used.type('../runtime/contract.ts', 'Envelope')
  const site: Site = {
    roots: OUTCOME,
    helper: name => used.value('../runtime/formula.ts', name),
  }
  const printed = new Map<string, Js>()
  const constants = ir.envelopes.map(envelope => envelopeOf(ir, envelope, { site, printed }))
  const list: Constant = {
    doc: 'All envelopes by name.',
    constant: 'envelopes',
    type: 'Readonly<Record<string, Envelope>>',
    value: object(Object.fromEntries(ir.envelopes.map(e => [e.name, name(camel(e.name))]))),
  }
  yield facts.print(
    'errors.ts',
    ir.envelopes.map(e => e.place.file),
    [...used.list(), ...constants, list],
  )
}

function envelopeOf(
  ir: CatalogIR,
  envelope: EnvelopeIR,
  at: { site: Site; printed: Map<string, Js> },
): Constant {
  const constant = camel(envelope.name)
  const members = Object.entries(envelope.outcomes).map(([kind, outcome]): Member => {
    const place = ir.at(outcome.place)
    const earlier = at.printed.get(`${kind} ${place}`)
    if (earlier !== undefined) return [kind, earlier]
    at.printed.set(`${kind} ${place}`, member(name(constant), kind))
    return [kind, outcomeOf(outcome, at.site), place]
  })
  const doc = `The envelope \`${envelope.name}\`, ${ir.at(envelope.place)}.`
  return { doc, constant, type: 'Envelope', value: braces(members) }
}

function outcomeOf({ status, headers, body }: Outcomes[keyof Outcomes], site: Site): Js {
  const codes = [status, headers, body].filter(c => c !== undefined)
  const gives = object({ status: status.js, headers: headers?.js, body: body.js })
  return scoped(codes, [], { site, gives })
}
