/** One route as an OpenAPI operation. */
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import type { RoutePrice } from '../../examples/prices.ts'
import { exampleRequests } from '../code/route.ts'
import { errorResponses, pollErrors } from './envelopes.ts'
import { freePart, freeWords, securityOf } from './free.ts'
import { paymentInfo, priceTable, RECEIPT_HEADERS } from './payment.ts'
import { shownInstant } from '../../../runtime/lib/instant.ts'
import { retirementWords } from '../documents/dates.ts'
import { byUse, callersBody, isByUse, refusedFields } from '../facts.ts'
import { completedSchema, viewSchema } from './answers.ts'
import { parametersPart, pollParameters } from './parameters.ts'
import { formSchema, published, type Schema } from './schema.ts'
import { answerContent } from './spoken.ts'

/** What an operation is made from, besides its route. `responses` collects shared responses. */
export interface Around {
  ir: CatalogIR
  network: NetworkIR
  responses: Map<string, Schema>
  price?: RoutePrice
}

const REQUIRED = { $ref: '#/components/responses/PaymentRequired' }

/** The operation of a route's own method and path. */
export function operationOf(route: RouteIR, around: Around): Schema {
  const paid = route.price !== undefined
  return {
    operationId: route.id,
    summary: route.summary,
    description: descriptionOf(route, around),
    tags: route.tags,
    ...(route.suspended === undefined ? {} : { deprecated: true, 'x-suspended': true }),
    ...retirement(route),
    security: securityOf(route),
    ...paymentPart(route, around),
    ...parametersPart(route),
    ...bodyPart(route),
    responses: {
      ...successes(around.ir, route),
      ...(paid ? { 402: REQUIRED } : {}),
      ...suspension(route),
      ...errorResponses(around.ir, route, around.responses),
    },
  }
}

/** The operation that polls a route's jobs. */
export function pollOf(route: RouteIR, around: Around): Schema {
  const job = route.job!
  return {
    operationId: `${route.id}_poll`,
    summary: `Poll a job of ${route.path}`,
    description:
      'Send a payment header signed by the wallet that submitted the job. The first poll of a finished job settles the payment; ' +
      'a failed job is never charged.',
    tags: route.tags,
    security: [{ payment: [] }],
    'x-job': { object: job.object, submit: route.path },
    parameters: pollParameters(job),
    responses: {
      200: {
        description: 'The finished job, charged now; or the failed one, never charged.',
        headers: RECEIPT_HEADERS,
        content: json({
          anyOf: [completedSchema(around.ir, route), viewSchema(around.ir, route, 'failed')],
        }),
      },
      202: {
        description: 'Still in progress.',
        content: json(viewSchema(around.ir, route, 'pending')),
      },
      402: REQUIRED,
      ...pollErrors(around.ir, route, around.responses),
    },
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

function descriptionOf(route: RouteIR, around: Around): string {
  const notice = retirementWords(route)
  return `${offerWords(route, around)}${notice === undefined ? '' : ` It is ${notice}.`}`
}

function offerWords(route: RouteIR, around: Around): string {
  if (route.suspended !== undefined)
    return `${route.suspended.message}. Every ${route.price === undefined ? '' : 'paid '}call is answered with ${route.suspended.status}, uncharged.`
  if (route.price === undefined) return 'Free.'
  const when = route.flow === 'polled_job' ? 'Work that was accepted is' : 'Slow results are'
  const address =
    route.job?.signed === undefined ? `\`${route.job?.poll}\`` : '`poll_url` as it was returned'
  const job =
    route.job === undefined
      ? ''
      : ` ${when} answered with 202 and a job: poll ${address} with the same wallet; it is charged when it is finished.`
  const stream =
    route.streams === undefined
      ? ''
      : ' Where a stream is asked for, the answer is one of server-sent events.'
  const use = isByUse(route) ? ` ${byUse()}` : ''
  const parts = [use, freeWords(route, around.price), job, stream].join('')
  return `Paid per call: the 402 answer says what this request costs. Charged only with a result.${parts}`
}

function paymentPart(route: RouteIR, around: Around): Schema {
  if (route.price === undefined) return { 'x-free': true }
  if (around.price === undefined || route.suspended !== undefined) return {}
  const table = priceTable(around.price)
  return {
    'x-payment-info': paymentInfo(around.price, [around.network]),
    ...(table.length > 1 ? { 'x-price-table': table } : {}),
    ...freePart(around.price),
  }
}

function bodyPart(route: RouteIR): Schema {
  if (route.method !== 'POST') return {}
  const found = exampleRequests(route)
    .filter(p => p.body !== undefined)
    .slice(0, 3)
    .map((p, i) => [`example${i + 1}`, { value: p.body }] as const)
  const examples = found.length === 0 ? {} : { examples: Object.fromEntries(found) }
  const body = callersBody(route)
  const content = {
    'application/json': {
      schema: body === undefined ? {} : withRefusedNotes(route, published(body)),
      ...examples,
    },
    ...(route.multipart && body !== undefined
      ? { 'multipart/form-data': { schema: withRefusedNotes(route, formSchema(body)) } }
      : {}),
  }
  return { requestBody: { required: body !== undefined, content } }
}

/** The request, with a description of each field that is always refused. */
function withRefusedNotes(route: RouteIR, schema: Schema): Schema {
  const refused = refusedFields(route)
  if (refused.size === 0) return schema
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, one]) => [
        name,
        refused.has(name) ? { ...one, description: `Not available: ${refused.get(name)!}` } : one,
      ]),
    ),
  }
}

function successes(ir: CatalogIR, route: RouteIR): Record<string, Schema> {
  const headers = route.price === undefined ? {} : { headers: RECEIPT_HEADERS }
  const receipt =
    route.free === undefined ? 'with its receipt' : 'with its receipt where it was paid for'
  const ok = {
    description: route.price === undefined ? 'The answer.' : `The result, ${receipt}.`,
    ...headers,
    content: answerContent(ir, route),
  }
  if (route.job === undefined) return { 200: ok }
  return {
    ...(route.flow === 'polled_job' ? {} : { 200: ok }),
    202: {
      description: 'Accepted: poll `poll_url`. Nothing is charged yet.',
      content: json(viewSchema(ir, route, 'accepted')),
    },
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

function json(schema: Schema): Schema {
  return { 'application/json': { schema } }
}
