/**
 * Prints a price as functions that return whole micro-USD: for a request, and for its actual use.
 */
import { placesRead } from '../../analysis/price-reads.ts'
import type { Js, Statement } from '../../js/tree.ts'
import { binary, global, literal, name, text, word } from '../../js/tree.ts'
import type { ActualIR, Block, PriceIR } from '../../ir.ts'
import {
  bodyOf,
  declare,
  functionOf,
  ownLets,
  REPLY,
  returned,
  rootsOf,
  scopeFunction,
  type PrintContext,
} from './function.ts'

type Arm = PriceIR['arms'][number]

/** The function `micro`; `place` returns the comment at each arm. */
export function microOf(price: PriceIR, site: PrintContext, place?: (arm: Arm) => string): Js {
  const only = price.arms[0]!
  if (price.by === undefined)
    return functionOf({ lets: [...price.tables, ...only.lets], code: only.micro }, site)
  const micros = price.arms.map(arm => arm.micro)
  const lets = [...price.tables, ...price.arms.flatMap(arm => arm.lets)]
  const codes = [...lets.map(l => l.code), price.by, ...micros]
  const tables = ownLets({ lets: price.tables, codes }, site)
  const cases = price.arms.map(arm => ({
    value: arm.value ?? '',
    ...(place ? { note: place(arm) } : {}),
    body: bodyOf(ownLets({ lets: arm.lets, codes: [arm.micro] }, site), arm.micro),
  }))
  return scopeFunction(
    { lets, codes },
    {
      site,
      gives: [
        ...tables.map(declare),
        { kind: 'switch', on: price.by.js, cases, otherwise: UNPRICED },
      ],
    },
  )
}

/** The function `actual`; undefined if no arm has one. */
export function actualFunction(price: PriceIR, at: PrintContext): Js | undefined {
  const site = { ...at, roots: REPLY }
  const arms = price.arms.flatMap(({ value, actual }) => (actual ? [{ value, actual }] : []))
  if (arms.length === 0) return undefined
  const lets = [...price.tables, ...arms.flatMap(({ actual }) => actual.lets)]
  const micros = arms.map(({ actual }) => actual.code)
  const codes = [...lets.map(one => one.code), ...(price.by ? [price.by] : []), ...micros]
  const tables = ownLets({ lets: price.tables, codes }, site).map(declare)
  const bodyOfArm = (actual: ActualIR): Statement[] => [
    ...absences(actual),
    ...bodyOf(ownLets({ lets: actual.lets, codes: [actual.code] }, site), actual.code),
  ]
  const cases = arms.map(({ value, actual }) => ({ value: value ?? '', body: bodyOfArm(actual) }))
  const body: Statement[] = price.by
    ? [{ kind: 'switch', on: price.by.js, cases, otherwise: NOTHING }]
    : bodyOfArm(arms[0]!.actual)
  return scopeFunction({ lets, codes }, { site, gives: [...tables, ...body] })
}

/** Returns undefined from the function if the upstream did not report the use. */
function absences({ lets, code }: Block): Statement[] {
  const roots = rootsOf([...lets.map(one => one.code), code], ['usage', 'result'], lets)
  return roots.map(root => ({
    kind: 'if',
    test: binary('===', name(root), word(undefined)),
    body: [NOTHING],
  }))
}

/** The function `lines`; undefined if no arm has lines. */
export function linesFunction(price: PriceIR, site: PrintContext): Js | undefined {
  if (price.by !== undefined) return armFunction(price, { site, of: arm => arm.lines })
  const only = price.arms[0]!.lines
  return only && functionOf(only, site)
}

/** The functions of our cost and of the delivered units, quoted and by actual use. */
export function soldFunctions(
  price: PriceIR,
  at: PrintContext,
): Readonly<Record<string, Js | undefined>> {
  const { units } = price
  const used = { ...at, roots: REPLY }
  const make = (site: PrintContext, of: (arm: Arm) => Block | undefined): Js | undefined =>
    armFunction(price, { site, of })
  return {
    cost: make(at, arm => arm.cost),
    actualCost: make(used, arm => arm.actual?.cost),
    units: units && functionOf(units, at),
    actualUnits: make(used, arm => arm.actual?.units),
  }
}

/** A function of one formula per arm; undefined if no arm has one. */
function armFunction(
  price: PriceIR,
  { site, of }: { site: PrintContext; of(arm: Arm): Block | undefined },
): Js | undefined {
  const found = price.arms.flatMap(arm => {
    const block = of(arm)
    return block ? [{ value: arm.value ?? '', block }] : []
  })
  if (found.length === 0) return undefined
  const { by, tables } = price
  const lets = [...tables, ...found.flatMap(({ block }) => block.lets)]
  const codes = [...(by ? [by] : []), ...found.map(({ block }) => block.code)]
  const body = ({ lets: own, code }: Block): Statement[] => [
    ...absences({ lets: own, code }),
    ...bodyOf(ownLets({ lets: own, codes: [code] }, site), code),
  ]
  const cases = found.map(({ value, block }) => ({ value, body: body(block) }))
  const gives: Statement[] = by
    ? [
        ...ownLets({ lets: tables, codes: [by] }, site).map(declare),
        { kind: 'switch', on: by.js, cases, otherwise: NOTHING },
      ]
    : body(found[0]!.block)
  return scopeFunction({ lets, codes }, { site, gives })
}

/**
 * The places of the call that a formula of the price reads: a list, or a function that chooses one
 * by the value of `by`. Undefined if it reads nothing.
 */
function readsOf(
  price: PriceIR,
  { site, of }: { site: PrintContext; of(only: PriceIR): Js | undefined },
): Js | undefined {
  const lets = [...price.tables, ...price.arms.flatMap(arm => arm.lets)]
  const by = price.by && functionOf({ lets, code: price.by }, site)
  const lists = price.arms.map(({ value, ...arm }) => {
    const { by: _, ...rest } = price
    const own = of({ ...rest, arms: [arm] })
    return { value, places: placesRead(own ? [...(by ? [by] : []), own] : [], site.roots) }
  })
  const [first, ...others] = lists.map(({ places }) => places)
  if (others.every(one => one.join() === first!.join()))
    return first!.length === 0 ? undefined : literal(first)
  const cases = lists
    .filter(({ places }) => places.length > 0)
    .map(({ value, places }) => ({ value: value!, body: [returned(literal(places))] }))
  const gives: Statement[] = [
    ...ownLets({ lets: price.tables, codes: [price.by!] }, site).map(declare),
    { kind: 'switch', on: price.by!.js, cases, otherwise: returned(literal([])) },
  ]
  return scopeFunction({ lets, codes: [price.by!] }, { site, gives })
}

/** The places of a call that `micro` reads. */
export const microReads = (price: PriceIR, site: PrintContext): Js | undefined =>
  readsOf(price, { site, of: only => microOf(only, site) })

/** The places of a call that `actual` reads. */
export const actualReads = (price: PriceIR, at: PrintContext): Js | undefined =>
  readsOf(price, { site: { ...at, roots: REPLY }, of: only => actualFunction(only, at) })

const NOTHING: Statement = returned(word(undefined))

const UNPRICED: Statement = {
  kind: 'throw',
  value: {
    kind: 'call',
    of: global('RangeError'),
    args: [text('no price for this choice')],
    isNew: true,
  },
}
