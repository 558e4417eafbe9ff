/** Transforms whole trees. */
import { isBlock, ownNames, waits } from './ask.ts'
import { member, name as nameOf, type Js, type Member, type Statement } from './tree.ts'

/** The tree without waiting: `await x` becomes `x`, and no function is async. */
export function atOnce(js: Js): Js {
  if (!waits(js)) return js
  if (js.kind === 'unary' && js.op === 'await') return atOnce(js.of)
  const changed = withParts(js, atOnce)
  return changed.kind === 'arrow' ? { ...changed, waits: false } : changed
}

/**
 * The tree with free names read as members of another: `x` becomes `of.x`. Parameters and declared
 * names of functions stay.
 */
export function withMembers<T extends Js | readonly Statement[]>(
  body: T,
  of: string,
  names: ReadonlySet<string>,
): T {
  const change = (js: Js): Js => {
    if (js.kind === 'name') return names.has(js.name) ? member(nameOf(of), js.name) : js
    const own = js.kind === 'arrow' ? ownNames(js).filter(one => names.has(one)) : []
    if (own.length === 0) return withParts(js, change)
    const left = new Set([...names].filter(one => !own.includes(one)))
    return withParts(js, part => withMembers(part, of, left))
  }
  return (isBlock(body) ? body.map(one => inside(one, change)) : change(body as Js)) as T
}

/** An expression with each of its direct parts changed. */
function withParts(js: Js, change: (part: Js) => Js): Js {
  switch (js.kind) {
    case 'member':
    case 'unary':
    case 'as':
      return { ...js, of: change(js.of) }
    case 'index':
      return { ...js, of: change(js.of), key: change(js.key) }
    case 'call':
      return { ...js, of: change(js.of), args: js.args.map(change) }
    case 'binary':
      return { ...js, left: change(js.left), right: change(js.right) }
    case 'choice':
      return { ...js, test: change(js.test), yes: change(js.yes), no: change(js.no) }
    case 'array':
      return { ...js, items: js.items.map(change) }
    case 'object':
      return { ...js, members: js.members.map(one => changedMember(one, change)) }
    case 'template':
      return { ...js, parts: js.parts.map(one => (typeof one === 'string' ? one : change(one))) }
    case 'arrow': {
      const { gives } = js
      const changed = isBlock(gives) ? gives.map(one => inside(one, change)) : change(gives)
      return { ...js, gives: changed }
    }
    default:
      return js
  }
}

function changedMember(one: Member, change: (part: Js) => Js): Member {
  return 'spread' in one ? { spread: change(one.spread) } : { ...one, value: change(one.value) }
}

function inside(one: Statement, change: (part: Js) => Js): Statement {
  switch (one.kind) {
    case 'const':
    case 'return':
    case 'throw':
      return { ...one, value: change(one.value) }
    case 'if':
      return { ...one, test: change(one.test), body: one.body.map(each => inside(each, change)) }
    case 'switch':
      return {
        ...one,
        on: change(one.on),
        cases: one.cases.map(each => ({
          ...each,
          body: each.body.map(own => inside(own, change)),
        })),
        otherwise: inside(one.otherwise, change),
      }
    case 'members':
      return { ...one, of: change(one.of) }
    case 'note':
      return one
  }
}
