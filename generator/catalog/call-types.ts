/**
 * Compares the types that a call reads in two routes. Routes with equal types make the call with
 * the same code.
 */
import { membersRead, signature as treeText } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'
import type { Type } from '../types.ts'
import type { FormulaScope } from './scope.ts'

/** The types of some names as text. Routes with equal texts make the call with the same code. */
export function signature(scope: FormulaScope, roots: readonly string[]): string {
  return (
    scope.variants
      .map(variant =>
        roots
          .map(root => {
            const binding = Object.hasOwn(variant.names, root) ? variant.names[root] : undefined
            return binding
              ? `${binding.code} ${String(binding.optional)} ${String(binding.need)} ` +
                  `${typeText(binding.type)}`
              : '-'
          })
          .join('\n'),
      )
      .join('\n\n') +
    scope.lets
      .filter(one => roots.includes(one.name))
      .map(one => treeText(one.code.js))
      .join('\n')
  )
}

/**
 * The names that have different types in two routes, such as `body.size`. Of a record, only the
 * fields that the code reads are compared.
 */
export function differing(
  a: FormulaScope,
  b: FormulaScope,
  { codes, roots }: { codes: readonly Js[]; roots: readonly string[] },
): string[] {
  return roots.flatMap(root => {
    const [own, other] = [typeOf(a, root), typeOf(b, root)]
    if (own?.kind !== 'record' || other?.kind !== 'record')
      return partText(own) === partText(other) ? [] : [root]
    const read = new Set(codes.flatMap(js => membersRead(js, root)))
    const names = [...new Set([...Object.keys(own.fields), ...Object.keys(other.fields)])]
    return names
      .filter(name => read.has(name))
      .filter(name => partText(own.fields[name]) !== partText(other.fields[name]))
      .map(name => `${root}.${name}`)
  })
}

function typeOf(scope: FormulaScope, root: string): Type | undefined {
  const { names } = scope.variants[0]!
  const type = Object.hasOwn(names, root) ? names[root]!.type : undefined
  return root === 'model' && type === undefined ? scope.view?.type : type
}

/** A type or a field as text, without its place. */
function partText(part: object | undefined): string {
  return part === undefined
    ? ''
    : JSON.stringify(part, (key, value: unknown) =>
        key === 'place' || key === 'doc'
          ? undefined
          : typeof value === 'bigint'
            ? `${value}n`
            : value,
      )
}

const typeTexts = new WeakMap<Type, string>()

function typeText(type: Type): string {
  let text = typeTexts.get(type)
  if (text === undefined) {
    text = partText(type)
    typeTexts.set(type, text)
  }
  return text
}
