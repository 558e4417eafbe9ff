/**
 * Lists the places that the formulas of a price read, e.g. `body.n`. The runtime records these
 * values, so that the price can be computed again from them. `.length` is the length of a list, `*`
 * each element. If a key is not known before the call, the place is the whole value.
 */
import type { Js, JsOf, Statement } from '../js/tree.ts'
import { isBlock, partsOf } from '../js/ask.ts'

/** Names and indexes, starting at a member of the scope. */
type Path = readonly string[]

/** Members of the scope that a sales line already has or that come from the catalog. */
const KNOWN: ReadonlySet<string> = new Set(['model', 'models', 'network', 'payer', 'usage'])
/** Helpers that return the value itself if it has the right type. */
const SAME: ReadonlySet<string> = new Set(['need', 'items', 'members'])
/** Helpers that read a member by its key. */
const BY_KEY: ReadonlySet<string> = new Set(['get', 'at', 'entry'])
/** Helpers that return a number of elements. */
const COUNTS: ReadonlySet<string> = new Set(['count', 'length'])
/** Methods of lists that pass each element to a function and return a new value. */
const EACH: ReadonlySet<string> = new Set(['map', 'flatMap', 'some', 'every'])
const isRoot = (js: Js): boolean =>
  js.kind === 'name' && (js.name === 'result' || js.name === 'reply')
const isUndefined = (js: Js): boolean => js.kind === 'word' && js.value === undefined
const NAME = /^[\w-]{1,64}$/

/** The places that functions read of these members of their scope, in order. */
export function placesRead(functions: readonly Js[], roots: readonly string[]): string[] {
  const reader = new Reader(new Set(roots))
  for (const one of functions) reader.whole(one, new Map())
  return reader.places()
}

/** The meaning of a `const` or parameter: a place, or undefined for a computed value. */
type Names = Map<string, Path | undefined>

class Reader {
  readonly #roots: ReadonlySet<string>
  readonly #found = new Set<string>()

  constructor(roots: ReadonlySet<string>) {
    this.#roots = roots
  }

  /** The places, without those inside another place that is recorded as a whole. */
  places(): string[] {
    const all = [...this.#found]
    return all.filter(place => !all.some(other => place.startsWith(`${other}.`)))
  }

  /** Reads an expression whose whole value is used. */
  whole(js: Js, names: Names): void {
    this.#note(this.#read(js, names))
  }

  #note(path: Path | undefined): undefined {
    if (path !== undefined && !KNOWN.has(path[0]!)) this.#found.add(path.join('.'))
  }

  /** Reads an expression and returns its place, if it is one. Only its parts are recorded. */
  #read(js: Js, names: Names): Path | undefined {
    switch (js.kind) {
      case 'name':
        if (names.has(js.name)) return names.get(js.name)
        return this.#roots.has(js.name) ? [js.name] : undefined
      case 'member':
        return this.#below(this.#read(js.of, names), js.name)
      case 'index':
        return this.#byKeys(this.#read(js.of, names), [js.key], names)
      case 'as':
        return this.#read(js.of, names)
      case 'call':
        return this.#call(js, names)
      case 'arrow':
        return this.#function(js, new Map(names))
      case 'binary':
        // The values read of the upstream's reply show whether it has answered.
        if (isRoot(js.left) && isUndefined(js.right)) return undefined
        return this.#parts(js, names)
      default:
        return this.#parts(js, names)
    }
  }

  #parts(js: Js, names: Names): undefined {
    for (const part of partsOf(js)) this.whole(part, names)
  }

  /** The path of a member. If its key is not a name of the catalog, the whole value is read. */
  #below(path: Path | undefined, key: string): Path | undefined {
    if (path === undefined) return undefined
    if (NAME.test(key)) return [...path, key]
    this.#note(path)
    return undefined
  }

  /** Reads members by keys. If a key is computed, the whole value is read. */
  #byKeys(of: Path | undefined, keys: readonly Js[], names: Names): Path | undefined {
    let path = of
    for (const key of keys) {
      if (key.kind === 'text' || key.kind === 'number') path = this.#below(path, String(key.value))
      else {
        this.whole(key, names)
        this.#note(path)
        path = undefined
      }
    }
    return path
  }

  #call({ of, args }: JsOf<'call'>, names: Names): Path | undefined {
    if (of.kind === 'helper') return this.#helper(of.name, args, names)
    if (of.kind === 'member') return this.#method(of, args, names)
    for (const one of [of, ...args]) this.whole(one, names)
    return undefined
  }

  #helper(helper: string, args: readonly Js[], names: Names): Path | undefined {
    const [first, ...others] = args as [Js, ...Js[]]
    if (SAME.has(helper)) return this.#read(first, names)
    if (BY_KEY.has(helper)) return this.#byKeys(this.#read(first, names), others, names)
    if (COUNTS.has(helper)) return this.#note(this.#below(this.#read(first, names), 'length'))
    for (const one of args) this.whole(one, names)
    return undefined
  }

  /**
   * Reads a method call: a method of a list that passes each element to a function, or any other.
   */
  #method({ of, name }: JsOf<'member'>, args: readonly Js[], names: Names): undefined {
    const path = this.#read(of, names)
    const [first] = args
    const isEach = EACH.has(name) && first?.kind === 'arrow' && first.takes.form === 'one'
    if (path === undefined || !isEach) {
      this.#note(path)
      return void args.forEach(one => this.whole(one, names))
    }
    this.#note([...path, 'length'])
    this.#function(first, new Map(names), [...path, '*'])
  }

  /** Reads the body of a function, whose only parameter may be a place. */
  #function({ takes, gives }: JsOf<'arrow'>, own: Names, path?: Path): undefined {
    // Members of the scope keep their names.
    if (takes.form !== 'members') for (const name of takes.names) own.set(name, path)
    if (isBlock(gives)) for (const one of gives) this.#statement(one, own)
    else this.whole(gives, own)
  }

  #statement(one: Statement, names: Names): void {
    switch (one.kind) {
      case 'const':
        return void names.set(one.name, this.#read(one.value, names))
      case 'return':
      case 'throw':
        return this.whole(one.value, names)
      case 'if':
        this.whole(one.test, names)
        return one.body.forEach(each => this.#statement(each, names))
      case 'switch':
        this.whole(one.on, names)
        for (const { body } of one.cases) body.forEach(each => this.#statement(each, names))
        return this.#statement(one.otherwise, names)
      default:
    }
  }
}
