/** Describes one route as an OpenAPI operation. */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import type { RoutePrice } from '../../examples/prices.ts'
import { limitWords } from '../documents/limits.ts'
import { priceWords } from '../documents/pricing.ts'
import { byUseWords } from '../documents/by-use.ts'
import type { Components } from './components.ts'
import type { ErrorAnswers } from './errors.ts'
import { freePart, freeWords, securityPart } from './free.ts'
import type { OperationNames } from './names.ts'
import { badgesPart, tableText } from './full.ts'
import { paymentInfo, REQUIRED } from './payment.ts'
import { shownInstant } from '../../../runtime/lib/instant.ts'
import { retirementWords } from '../documents/dates.ts'
import { parametersPart, pollParameters } from './parameters.ts'
import { bodyPart } from './requests.ts'
import type { Schema } from './schema.ts'
import { needsSignIn, SIGN_IN_ANSWERS, signInWords } from './sign-in.ts'
import { pollSuccesses, successes } from './successes.ts'

/** The context of an operation. */
export interface Around {
  ir: CatalogIR
  network: NetworkIR
  components: Components
  errors: ErrorAnswers
  names: OperationNames
  price?: RoutePrice
  /** The lines of all tables of prices with their operations, the longest first. */
  tables: readonly { name: string; lines: ReadonlySet<string> }[]
  /** Examples of parameters by their names. */
  examples: Readonly<Record<string, unknown>>
  /** Whether the document has example answers, price tables and badges. */
  isFull: boolean
}

/** The operation of a route's own method and path. */
export function operationOf(route: RouteIR, around: Around): Schema {
  return {
    operationId: around.names.of(route),
    summary: route.summary,
    description: descriptionOf(route, around),
    tags: route.tags,
    ...(route.suspended === undefined ? {} : { deprecated: true, 'x-suspended': true }),
    ...retirement(route),
    ...securityPart(route, around.price),
    ...paymentPart(route, around),
    ...parametersPart(route, around),
    ...bodyPart(route, around, true),
    responses: responsesOf(route, around),
  }
}

/**
 * The operation of another method and path of a route. If a POST is an alias of a GET, its body is
 * not read.
 */
export function aliasOf(route: RouteIR, around: Around, index: number): Schema {
  const { method, with: filled = {} } = route.aliases[index]!
  const values = Object.entries(filled).map(([name, value]) => `\`${name}\` as \`${value}\``)
  const also = values.length === 0 ? '' : `, with ${values.join(' and ')}`
  return {
    operationId: around.names.alias(route, index),
    summary: 'Alias',
    description: `The same as \`${around.names.of(route)}\`${also}.`,
    tags: route.tags,
    ...retirement(route),
    ...securityPart(route, around.price),
    ...(around.isFull ? { 'x-alias-of': around.names.of(route) } : {}),
    ...parametersPart(route, around, filled),
    ...(method === route.method ? bodyPart(route, around, false) : {}),
    responses: { ...successes(route, around), ...paidFor(route), ...around.errors.any(route) },
  }
}

/** The operation that polls a route's jobs. */
export function pollOf(route: RouteIR, around: Around): Schema {
  const job = route.job!
  return {
    operationId: around.names.poll(route),
    summary: `Poll a job of ${route.path}`,
    description: 'Send a payment header of the wallet that submitted the job.',
    tags: route.tags,
    'x-job': { object: job.object, submit: route.path },
    parameters: pollParameters(job),
    responses: { ...pollSuccesses(route, around), 402: REQUIRED, ...around.errors.ofPoll(route) },
  }
}

/** The notice of a route that will be retired. */
function retirement({ retired }: RouteIR): Schema {
  if (retired?.since === undefined) return {}
  return {
    deprecated: true,
    'x-retired': { since: shownInstant(retired.since), use: retired.use },
  }
}

function responsesOf(route: RouteIR, around: Around): Schema {
  return {
    ...successes(route, around),
    ...paidFor(route),
    ...(needsSignIn(route) ? SIGN_IN_ANSWERS : {}),
    ...suspension(route),
    ...around.errors.of(route),
  }
}

const paidFor = ({ price }: RouteIR): Schema => (price === undefined ? {} : { 402: REQUIRED })

function descriptionOf(route: RouteIR, around: Around): string {
  const notice = retirementWords(route)
  return `${offerWords(route, around)}${notice === undefined ? '' : ` It is ${notice}.`}`
}

function offerWords(route: RouteIR, around: Around): string {
  if (route.suspended !== undefined)
    return (
      `${route.suspended.message}. Every ${isQuotedFirst(route) ? 'paid ' : ''}call is ` +
      `answered with ${route.suspended.status}, uncharged.`
    )
  const limit = limitWords(around.ir, route)
  if (route.price === undefined) return `Free${limit}.${around.isFull ? signInWords(route) : ''}`
  const when = route.flow === 'polled_job' ? 'Work that was accepted is' : 'Slow results are'
  const job =
    route.job === undefined
      ? ''
      : ` ${when} answered with 202 and a job: poll it with the same wallet.`
  const stream =
    route.streams === undefined ? '' : ' A requested stream is one of server-sent events.'
  const use = byUseWords(around.network, [route])
  const parts = [
    use && ` ${use}`,
    freeWords(route, around.price),
    job,
    stream,
    tableOf(route, around),
  ].join('')
  return `Price: ${priceWords(route, around.price)}${limit}.${parts}`
}

/** Whether an unpaid call gets the 402 whatever the route refuses. */
const isQuotedFirst = ({ price, challenge }: RouteIR): boolean =>
  price !== undefined && challenge === 'before_gates'

/** The table of prices, or a reference to the operation whose table has all of its lines. */
function tableOf(route: RouteIR, { price, names, tables, isFull }: Around): string {
  const table = isFull ? tableText(price) : ''
  if (table === '') return ''
  const lines = linesOf(table)
  const { name } = tables.find(other => lines.every(line => other.lines.has(line)))!
  return name === names.of(route) ? table : ` Each price is that of \`${name}\`.`
}

/** The tables of prices of these routes, those with the most lines first. */
export function tablesOf(
  routes: readonly RouteIR[],
  names: OperationNames,
  prices: ReadonlyMap<string, RoutePrice>,
): Around['tables'] {
  return routes
    .map(route => ({
      name: names.of(route),
      lines: new Set(linesOf(tableText(prices.get(route.id)))),
    }))
    .sort((a, b) => b.lines.size - a.lines.size)
}

const linesOf = (table: string): readonly string[] => table.split('\n')

function paymentPart(route: RouteIR, around: Around): Schema {
  if (route.price === undefined || around.price === undefined || route.suspended !== undefined)
    return {}
  return {
    'x-payment-info': paymentInfo(around.price, around.network),
    ...badgesPart(around.price, around),
    ...freePart(around.price),
  }
}

function suspension(route: RouteIR): Record<string, Schema> {
  return route.suspended === undefined
    ? {}
    : {
        [route.suspended.status]: {
          description: `${route.suspended.message}. Nothing is charged.`,
        },
      }
}
