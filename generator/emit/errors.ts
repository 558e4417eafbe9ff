/** Emits `generated/errors.ts`: the answer to each outcome in each envelope. */
import type { EnvelopeIR, CatalogIR } from '../ir.ts'
import type { OutcomeKind } from '../../runtime/contract.ts'
import { name, object, objectOf, type Js, type Member } from '../js/tree.ts'
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
 * One file per envelope, and one that lists them. An envelope that is `like` another takes its
 * outcomes from it.
 */
export const emitErrors: Emitter = function* (ir, facts) {
  for (const envelope of ir.envelopes) {
    const used = imports()
    used.type('../../runtime/contract.ts', 'Envelope')
    for (const one of ir.envelopes) used.value(`./${one.name}.ts`, camel(one.name))
    const constant = envelopeOf(ir, envelope)
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

function envelopeOf(ir: CatalogIR, envelope: EnvelopeIR): Constant {
  const base = ir.envelopes.find(one => one.name === envelope.like)
  const own = Object.entries(envelope.outcomes).filter(([kind, { place }]) => {
    const taken = base?.outcomes[kind as OutcomeKind].place
    return taken?.file !== place.file || taken.start !== place.start
  })
  const members = own.map(([kind, outcome]): Member => ({
    key: kind,
    value: outcomeOf(outcome),
    note: ir.at(outcome.place),
  }))
  const taken = base === undefined ? [] : [{ spread: name(camel(base.name)) }]
  const doc = `The envelope \`${envelope.name}\`, ${ir.at(envelope.place)}.`
  const type = { text: 'Envelope', uses: ['Envelope'] }
  const value = objectOf([...taken, ...members])
  return { doc, constant: camel(envelope.name), type, value }
}

function outcomeOf({ status, headers, body }: Outcomes[keyof Outcomes]): Js {
  const codes = [status, headers, body].filter(c => c !== undefined)
  const gives = object({ status: status.js, headers: headers?.js, body: body.js })
  return scopeFunction({ lets: [], codes }, { site: { roots: OUTCOME }, gives })
}
