/** Emits `generated/upstreams.ts` and below `upstreams/` one typed constant per call. */
import type { Block, CallIR, CatalogIR } from '../ir.ts'
import { literal, name, object, objectOf, type Member } from '../js/tree.ts'
import { callMembers, failFunction } from './code/call.ts'
import { constantStatements } from './code/constants.ts'
import type { Constant } from './code/file.ts'
import { CALL_REPLY, functionOf } from './code/function.ts'
import { type Imports, imports } from './code/imports.ts'
import { neededBy } from './code/needed.ts'
import { camel } from './code/names.ts'
import { type Emitter, type Facts, sharedFiles } from './facts.ts'
import type { OutFile } from './out-file.ts'
import { scopeType } from './call-scope.ts'
import {
  SHARED,
  commonOf,
  blockKey,
  isBlockMember,
  callSite,
  sharedName,
  startName,
  usedFails,
  type Common,
} from './shared-calls.ts'

/** The file of the upstreams and the list of all calls, below the generated folder. */
const UPSTREAMS = 'upstreams.ts'

/** The file of a call. */
export function callPath(ir: CatalogIR, id: string): string {
  return `upstreams/${ir.calls.find(call => call.id === id)!.upstream}.ts`
}

/**
 * One file with the upstreams and all `calls` by id, one per upstream with its calls, and one with
 * code that calls of several upstreams share.
 */
export const emitUpstreams: Emitter = function* (ir, facts) {
  const common = commonOf(ir, facts)
  yield* sharedFile(common)
  for (const { name } of ir.upstreams) {
    const calls = inOrder(ir.calls).filter(call => call.upstream === name)
    if (calls.length > 0) yield upstreamFile(calls, common)
  }
  yield listFile(ir, facts)
}

/** The calls of one upstream. */
function upstreamFile(calls: readonly CallIR[], common: Common): OutFile {
  const { ir, facts, constants } = common
  const path = callPath(ir, calls[0]!.id)
  const used = imports()
  used.type('../../runtime/contract.ts', 'UpstreamCall')
  for (const own of constants.keys()) used.value(`../${SHARED}`, own)
  const body = [
    ...commonFail(calls[0]!.upstream, common, used),
    ...calls.map(call => callConstant(call, common, { path, used })),
  ]
  const from = [...calls.map(call => call.place.file), ...sharedFiles(ir)]
  return facts.print(path, from, [...neededBy(path, body, [used]), ...body])
}

/** The failure rules with which calls of an upstream begin. They read nothing but the reply. */
function commonFail(
  upstream: string,
  { ir, constants, starts }: Common,
  used: Imports,
): Constant[] {
  const rules = starts.get(upstream)
  if (rules === undefined) return []
  const call = used.type('../hooks.ts', 'Call')
  const arg = { text: `${call}<any, any, any, any>`, uses: [call] }
  return [
    {
      doc: `The first failure rules of calls of ${upstream}.`,
      constant: startName(upstream, ir),
      type: { before: 'NonNullable<', of: 'UpstreamCall', arg, after: "['fail']>" },
      value: failFunction(rules, { ir, constants }),
      isOwn: true,
    },
  ]
}

function callConstant(
  call: CallIR,
  common: Common,
  { path, used }: { path: string; used: Imports },
): Constant {
  const members = callMembers(call, callSite(call, common, used)).map((member): Member => {
    const isBlock = isBlockMember(member)
    const shared = isBlock ? common.blocks.get(blockKey(call, member, common)) : undefined
    if (shared === undefined) return member
    const own = used.value(`../${SHARED}`, sharedName(shared.first, shared.member))
    return { key: shared.member, value: name(own) }
  })
  const { ir, facts, users } = common
  const arg = scopeType(call, { ir, facts, path, used, users: users.get(call.id) ?? [] })
  return {
    doc: `${call.method} of ${call.upstream}.`,
    constant: camel(call.id),
    type: { of: 'UpstreamCall', arg },
    value: objectOf(members),
  }
}

/** Tables, lists and formulas that several calls use. */
function sharedFile(common: Common): OutFile[] {
  const { ir, facts, constants, lists } = common
  const used = imports()
  used.type('../runtime/contract.ts', 'UpstreamCall')
  const tables = constantStatements(constants).map(one => ({ ...one, isOwn: false }))
  const allow = [...lists.values()].map(({ constant, names }) => ({
    doc: 'Members of requests that may reach the upstream.',
    constant,
    type: 'readonly string[]',
    value: literal(names),
  }))
  const body = [...tables, ...allow, ...sharedFormulas(common, used)]
  const from = [...ir.calls.map(call => call.place.file), ...sharedFiles(ir)]
  if (body.length === 0) return []
  return [facts.print(SHARED, from, [...neededBy(SHARED, body, [used]), ...body])]
}

function sharedFormulas(common: Common, used: Imports): Constant[] {
  const { ir, facts, users, constants } = common
  const declare = (call: CallIR, member: string) => {
    const at = { ir, facts, path: SHARED, used, users: users.get(call.id) ?? [] }
    const type = { before: 'NonNullable<', of: 'UpstreamCall', arg: scopeType(call, at) }
    return { constant: sharedName(call, member), type: { ...type, after: `['${member}']>` } }
  }
  const blocks = [...common.blocks.values()].map(({ first, member }) => ({
    doc: `\`${member}\` of ${first.id} and other calls.`,
    ...declare(first, member),
    value: functionOf(first[member] as Block, { roots: CALL_REPLY, constants }),
  }))
  const fails = usedFails(common).map(({ first, rules, last }) => ({
    doc: `The last failure rules of ${first.id} and other calls.`,
    ...declare(first, 'fail'),
    value: failFunction(
      last === undefined ? rules : rules.slice(0, -last.rules.length),
      { ir, constants },
      { last: last && sharedName(last.first, 'fail') },
    ),
  }))
  return [...blocks, ...fails]
}

/** The upstreams, and all calls by id. */
function listFile(ir: CatalogIR, facts: Facts): OutFile {
  const used = imports()
  used.type('../runtime/contract.ts', 'UpstreamSpec')
  used.type('../runtime/contract.ts', 'UpstreamCall')
  for (const { id } of ir.calls) used.value(`./${callPath(ir, id)}`, camel(id))
  const specs = ir.upstreams.map(({ place, ...spec }) => [spec.name, spec] as const)
  const body: Constant[] = [
    {
      doc: 'Upstreams. `{key}` in a header stands for the key from the environment.',
      constant: 'upstreams',
      type: 'Readonly<Record<string, UpstreamSpec>>',
      value: literal(Object.fromEntries(specs)),
    },
    {
      doc: 'All calls by `upstream.call`.',
      constant: 'calls',
      type: 'Readonly<Record<string, UpstreamCall>>',
      value: object(Object.fromEntries(ir.calls.map(c => [c.id, name(camel(c.id))]))),
    },
  ]
  const from = [
    ...ir.upstreams.map(u => u.place.file),
    ...ir.calls.map(c => c.place.file),
    ...sharedFiles(ir),
  ]
  return facts.print(UPSTREAMS, from, [...used.list(), ...body])
}

/** All calls, each after the one that is made before it. */
function inOrder(calls: readonly CallIR[]): readonly CallIR[] {
  const byId = new Map(calls.map(call => [call.id, call]))
  return [
    ...new Set(
      calls.flatMap(call => [
        ...(call.first === undefined ? [] : [byId.get(call.first.call)!]),
        call,
      ]),
    ),
  ]
}
