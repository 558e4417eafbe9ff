/** Emits `generated/errors.ts`: the answer to each outcome in each envelope. */
import type { EnvelopeIR, CatalogIR } from '../ir.ts'
import { member, name, object, objectOf, type Js, type Member } from '../js/tree.ts'
import { OUTCOME, scopeFunction } from './code/function.ts'
import { imports } from './code/imports.ts'
import { neededBy } from './code/needed.ts'
import { camel } from './code/names.ts'
import type { Constant } from './code/file.ts'
import { type Emitter } from './facts.ts'

type Outcomes = EnvelopeIR['outcomes']

/** The path of an envelope's outcomes, below the generated folder. */
const pathOf = (envelope: EnvelopeIR) => `errors/${envelope.name}.ts`

/**
 * One file per envelope, and one that lists them. An outcome that an envelope shares with an
 * earlier one is a reference.
 */
export const emitErrors: Emitter = function* (ir, facts) {
  const printed = new Map<string, Js>()
  for (const envelope of ir.envelopes) {
    const used = imports()
    used.type('../../runtime/contract.ts', 'Envelope')
    for (const one of ir.envelopes) used.value(`./${one.name}.ts`, camel(one.name))
    const constant = envelopeOf(ir, envelope, printed)
    const path = pathOf(envelope)
    const imported = neededBy(path, [constant], [used])
    yield facts.print(path, [envelope.place.file], [...imported, constant])
  }
  const used = imports()
  used.type('../runtime/contract.ts', 'Envelope')
  const members = ir.envelopes.map(one => {
    return [one.name, name(used.value(`./${pathOf(one)}`, camel(one.name)))] as const
  })
  const list: Constant = {
    doc: 'All envelopes by name.',
    constant: 'envelopes',
    type: 'Readonly<Record<string, Envelope>>',
    value: object(Object.fromEntries(members)),
  }
  const from = ir.envelopes.map(e => e.place.file)
  yield facts.print('errors.ts', from, [...used.list(), list])
}

function envelopeOf(ir: CatalogIR, envelope: EnvelopeIR, printed: Map<string, Js>): Constant {
  const constant = camel(envelope.name)
  const members = Object.entries(envelope.outcomes).map(([kind, outcome]): Member => {
    const place = ir.at(outcome.place)
    const earlier = printed.get(`${kind} ${place}`)
    if (earlier !== undefined) return { key: kind, value: earlier }
    printed.set(`${kind} ${place}`, member(name(constant), kind))
    return { key: kind, value: outcomeOf(outcome), note: place }
  })
  const doc = `The envelope \`${envelope.name}\`, ${ir.at(envelope.place)}.`
  const type = { text: 'Envelope', uses: ['Envelope'] }
  return { doc, constant, type, value: objectOf(members) }
}

function outcomeOf({ status, headers, body }: Outcomes[keyof Outcomes]): Js {
  const codes = [status, headers, body].filter(c => c !== undefined)
  const gives = object({ status: status.js, headers: headers?.js, body: body.js })
  return scopeFunction({ lets: [], codes }, { site: { roots: OUTCOME }, gives })
}
