/**
 * The places that the formulas of a price read of a call, e.g. `body.n`, so that the runtime notes
 * these values and the price can be computed again from them. `.length` is the length of a list,
 * `*` each element of one. Where a key is not known before the call, the place is that of the whole
 * value.
 */
import type { Js, JsOf, Statement } from '../js/tree.ts'
import { isBlock, partsOf } from '../js/ask.ts'

/** Names and indexes from a member of the scope down. */
type Path = readonly string[]

/** Members of the scope that a sales line has itself, or that the catalog gives. */
const KNOWN: ReadonlySet<string> = new Set(['model', 'models', 'network', 'payer', 'usage'])
/** Helpers that give the value itself if it is of the right kind. */
const SAME: ReadonlySet<string> = new Set(['need', 'items', 'members'])
/** Helpers that read a member by its key. */
const BY_KEY: ReadonlySet<string> = new Set(['get', 'at', 'entry'])
/** Helpers that read how many there are. */
const COUNTS: ReadonlySet<string> = new Set(['count', 'length'])
/** Methods of lists that give each element to a function and make something else of it. */
const EACH: ReadonlySet<string> = new Set(['map', 'flatMap', 'some', 'every'])
const isRoot = (js: Js): boolean =>
  js.kind === 'name' && (js.name === 'result' || js.name === 'reply')
const isUndefined = (js: Js): boolean => js.kind === 'word' && js.value === undefined
const NAME = /^[\w-]{1,64}$/

/** The places that functions read of those members of their scope, in order. */
export function placesRead(functions: readonly Js[], roots: readonly string[]): string[] {
  const reader = new Reader(new Set(roots))
  for (const one of functions) reader.whole(one, new Map())
  return reader.places()
}

/** What a `const` or a parameter stands for: a place, or a value that was made. */
type Names = Map<string, Path | undefined>

class Reader {
  readonly #roots: ReadonlySet<string>
  readonly #found = new Set<string>()

  constructor(roots: ReadonlySet<string>) {
    this.#roots = roots
  }

  /** A place within another one that is noted as a whole is noted with it. */
  places(): string[] {
    const all = [...this.#found]
    return all.filter(place => !all.some(other => place.startsWith(`${other}.`)))
  }

  /** Reads an expression whose value is used as it is. */
  whole(js: Js, names: Names): void {
    this.#note(this.#read(js, names))
  }

  #note(path: Path | undefined): undefined {
    if (path !== undefined && !KNOWN.has(path[0]!)) this.#found.add(path.join('.'))
  }

  /** Reads an expression; the place that it is, if it is one. Only its parts are noted then. */
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
        // Whether the upstream has answered is seen in what is read of its answer.
        if (isRoot(js.left) && isUndefined(js.right)) return undefined
        return this.#parts(js, names)
      default:
        return this.#parts(js, names)
    }
  }

  #parts(js: Js, names: Names): undefined {
    for (const part of partsOf(js)) this.whole(part, names)
  }

  #below(path: Path | undefined, key: string): Path | undefined {
    if (path === undefined) return undefined
    if (NAME.test(key)) return [...path, key]
    this.#note(path)
    return undefined
  }

  /** Members by keys, of which one may be computed: then the whole value is read. */
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

  /** A method of a list that gives each element to a function, or any other of a value. */
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

  /** The body of a function, whose one parameter may be a place. */
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
