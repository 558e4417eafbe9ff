/** Which members of several objects are printed once: those that save at least four lines. */
import { expect, it } from 'vitest'
import { basesBy } from '../../generator/emit/shared-members.ts'

/** The bases of objects whose members are named `name:lines`, as `users: members`. */
const basesOf = (...objects: string[][]): string[] =>
  basesBy({ keyOf: one => one, linesOf: (one: string) => Number(one.split(':')[1]) }, objects).map(
    ({ users, members }) => `${users.join()}: ${members.join()}`,
  )

it.each<[string, string[][], string[]]>([
  ['nothing of no object', [], []],
  ['nothing of one object', [['a:99']], []],
  ['a member of two objects that saves four lines', [['a:10'], ['a:10']], ['0,1: a:10']],
  ['not one that saves three lines', [['a:9'], ['a:9']], []],
  ['a shorter member of more objects', [['a:6'], ['a:6'], ['a:6']], ['0,1,2: a:6']],
  ['not one that is too short for them', [['a:5'], ['a:5'], ['a:5']], []],
  [
    'members that save enough together',
    [
      ['a:4', 'b:6'],
      ['b:6', 'a:4'],
    ],
    ['0,1: a:4,b:6'],
  ],
  [
    'not those of one object only',
    [
      ['a:10', 'b:50'],
      ['a:10', 'c:50'],
    ],
    ['0,1: a:10'],
  ],
  [
    'of several choices the one that saves most',
    [['a:10', 'b:20'], ['a:10'], ['b:20']],
    ['0,2: b:20'],
  ],
  ['the first of two that save the same', [['a:10', 'b:10'], ['a:10'], ['b:10']], ['0,1: a:10']],
  [
    'members of all their users only',
    [['a:20', 'b:20'], ['a:20', 'b:20'], ['a:20']],
    ['0,1: a:20,b:20'],
  ],
  [
    'one base for each object, those that save most first',
    [['a:10'], ['b:30'], ['a:10'], ['b:30']],
    ['1,3: b:30', '0,2: a:10'],
  ],
  [
    'another base for the objects that are left',
    [['a:30', 'c:12'], ['a:30'], ['c:12'], ['c:12']],
    ['0,1: a:30', '2,3: c:12'],
  ],
])('shares %s', (_name, objects, wanted) => expect(basesOf(...objects)).toEqual(wanted))
