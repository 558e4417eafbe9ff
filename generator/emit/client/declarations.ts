/**
 * Prints the declarations of the client: a file of types per group of operations, and the client
 * itself.
 */
import {
  declaration,
  objectOf,
  referencesIn,
  typeName,
  typeOf,
  type Member,
} from './schema-types.ts'
import type { Schema } from '../openapi/schema.ts'
import type { Method, Parameter } from './methods.ts'

type Schemas = Readonly<Record<string, Schema>>

/** The group of types that several groups use. */
const SHARED = 'shared'

/** The text of each file of types, by the name of its group. */
export function typeFiles(methods: readonly Method[], schemas: Schemas): Map<string, string> {
  const groups = groupsOf(methods, schemas)
  const names = [...new Set(groups.values())].sort()
  return new Map(
    names.map(group => {
      const own = [...groups].filter(([, of]) => of === group).map(([name]) => name)
      const used = new Set(own.flatMap(name => referencesIn(schemas[name])))
      const others = [...used].filter(name => groups.get(name) !== group).map(typeName)
      const imports =
        others.length === 0
          ? ''
          : `import type { ${others.sort().join(', ')} } from './shared.js'\n`
      const texts = own.map(name => declaration(name, schemas[name]!))
      return [group, `${imports}\n${texts.join('\n\n')}`]
    }),
  )
}

/** The group of each schema that the methods need: that of its only user, or the shared one. */
function groupsOf(methods: readonly Method[], schemas: Schemas): Map<string, string> {
  const groups = new Map<string, string>()
  const visit = (name: string, group: string): void => {
    const known = groups.get(name)
    if (known === group || known === SHARED) return
    groups.set(name, known === undefined ? group : SHARED)
    for (const one of referencesIn(schemas[name])) visit(one, groups.get(name)!)
  }
  for (const method of methods) {
    const group = method.operation.name.split('.')[0]!
    for (const name of referencesIn(schemasIn(method))) visit(name, group)
  }
  return new Map(
    Object.keys(schemas).flatMap(name => (groups.has(name) ? [[name, groups.get(name)!]] : [])),
  )
}

/** The names of the types in the client's interface. */
export function namesIn(methods: readonly Method[]): string[] {
  return [...new Set(methods.flatMap(one => referencesIn(schemasIn(one))).map(typeName))].sort()
}

const schemasIn = ({ parameters, bodies, result, states, events }: Method): unknown => [
  parameters,
  bodies,
  result,
  states,
  events,
]

/** The interface of the client. */
export function clientInterface(name: string, methods: readonly Method[]): string {
  const tree: Tree = { children: new Map() }
  for (const method of methods) {
    let at = tree
    for (const part of method.operation.name.split('.')) {
      if (!at.children.has(part)) at.children.set(part, { children: new Map() })
      at = at.children.get(part)!
    }
    at.method = method
  }
  return `export interface ${name} ${membersOf(tree, '')}`
}

interface Tree {
  method?: Method
  children: Map<string, Tree>
}

function membersOf({ children }: Tree, indent: string): string {
  const inner = `${indent}  `
  const members = [...children].map(([name, one]): Member => {
    const own = one.method === undefined ? [] : [methodType(one.method, inner)]
    const below = one.children.size === 0 ? [] : [membersOf(one, inner)]
    const doc = one.method && docOf(one.method)
    return { name, type: [...own, ...below].join(' & '), isReadonly: true, doc }
  })
  return objectOf(members, indent)
}

function docOf({ summary, price, operation: { method, path } }: Method): string {
  return `${summary}. ${price}. \`${method} ${path}\``
}

function methodType(method: Method, indent: string): string {
  const { operation, states, isSometimesFree } = method
  const params = paramsOf(method, indent)
  const taking = (more = ''): string => `[${[...params, ...bodyOf(method, more)].join(', ')}]`
  const data = either(method.result, indent)
  if (operation.paid !== true) return `FreeMethod<${taking()}, ${data}>`
  const result = `${isSometimesFree ? 'MaybePaid' : 'Paid'}<${data}>`
  if (operation.job) return `JobMethod<${taking()}, ${result}, ${either(states, indent)}>`
  if (operation.stream === undefined) return `PaidMethod<${taking()}, ${result}>`
  const whole = `PaidMethod<${taking(`{ ${operation.stream}?: false }`)}, ${result}>`
  const event = either(method.events, indent)
  return `${whole} & StreamMethod<${taking(`{ ${operation.stream}: true }`)}, ${event}>`
}

/** The parameters as one argument. */
function paramsOf(method: Method, indent: string): string[] {
  const { operation, parameters } = method
  if (!operation.params) return []
  const isOpen = parameters.some(isForwarded)
  const named = parameters.filter(one => !isForwarded(one))
  const members = named.map((one): Member => ({
    name: one.name,
    type: typeOf(one.schema, `${indent}  `),
    isOptional: one.required !== true,
    doc: one.description,
  }))
  // Optional arguments come last.
  const isOptional =
    (method.bodies.length === 0 || method.isBodyOptional) &&
    named.every(({ required }) => required !== true)
  const types = [
    ...(members.length === 0 ? [] : [objectOf(members, indent)]),
    ...(isOpen ? ['Forwarded'] : []),
  ]
  return [`params${isOptional ? '?' : ''}: ${types.join(' & ')}`]
}

/** Whether the parameter represents all others, which are forwarded. */
const isForwarded = ({ schema }: Parameter): boolean =>
  schema.type === 'object' && schema.properties === undefined

/** The body as one argument, to which the members in `more` are added. */
function bodyOf({ bodies, isOpen, isBodyOptional }: Method, more: string): string[] {
  if (bodies.length === 0) return []
  const own = either(bodies, '')
  const type = isOpen ? `Open<${own}>` : own
  const whole = more !== '' && type.includes('|') ? `(${type})` : type
  return [
    `body${isBodyOptional ? '?' : ''}: ${[whole, ...(more === '' ? [] : [more])].join(' & ')}`,
  ]
}

function either(schemas: readonly Schema[], indent: string): string {
  const types = schemas.map(one => typeOf(one, indent))
  return types.length === 0 || types.includes('unknown')
    ? 'unknown'
    : [...new Set(types)].join(' | ')
}
