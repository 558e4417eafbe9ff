/** Codes of the read pass: misleading YAML. */
import type { CodePages } from '../page.ts'

/** Pages about the text of the files. */
export const YAML_PAGES: CodePages = {
  'yaml-syntax': {
    title: 'The file is not valid YAML.',
    why:
      'The file cannot be read until this is fixed. Only its first mistake is reported, ' +
      'because others mostly follow from it.',
    bad: '- rule: "x" in body.names',
    good: '- rule: \'"x" in body.names\'',
  },
  'yaml-indent': {
    title: 'A line has the wrong indentation.',
    why:
      'The indentation of a line determines its parent: it is two blanks deeper than the ' +
      'parent, and as deep as its neighbours. YAML often reports a later line; the check ' +
      'looks for the one line whose correction makes the file valid.',
    bad: 'rows:\n  maker/small:\n    name: Small\n   flat: 0.01',
    good: 'rows:\n  maker/small:\n    name: Small\n    flat: 0.01',
  },
  encoding: {
    title: 'The file is not written in UTF-8.',
    why:
      'Some editors and spreadsheets use other encodings. Save the file again with the ' +
      'encoding UTF-8.',
    bad: 'summary: Caf\ufffd prices        # saved as Latin-1',
    good: 'summary: Café prices',
  },
  'invisible-character': {
    title: 'An invisible character changes the meaning of a text.',
    why:
      'It mostly comes with text copied from a page or a chat: it makes a name another ' +
      'name, and a no-break space does not indent. Retype the word.',
    bad: 'maker/small\u200b-3: { like: maker }   # with a zero-width space',
    good: 'maker/small-3: { like: maker }',
  },
  'odd-character': {
    title: 'A character looks like another one.',
    why:
      'A long dash, a `×`, a curly quote or a letter of another alphabet in a name makes it ' +
      'another name, which no upstream knows. Texts of several words may contain them, ' +
      'except letters of two alphabets in one word.',
    bad: 'sizes: { 1280×720: 0.05 }',
    good: 'sizes: { 1280x720: 0.05 }',
  },
  'merge-conflict': {
    title: 'The file contains markers of an unfinished merge.',
    why:
      'Git could not merge two changes of the same lines. Keep the correct lines, and ' +
      'remove the others with the markers.',
    bad: '<<<<<<< HEAD\nfee: 0.001\n=======\nfee: 0.002\n>>>>>>> prices',
    good: 'fee: 0.002',
  },
  'yaml-tag': {
    title: 'A value starts with `!`, which YAML reads as a tag and removes.',
    why: '`rule: !has(x) && y` is read as `rule: y`. Put the formula in single quotes.',
    bad: '- rule: !has(body.seed) || model.seeds',
    good: "- rule: '!has(body.seed) || model.seeds'",
  },
  'yaml-comma': {
    title: 'Inside { } a comma or a bracket ends the value.',
    why: 'Quote formulas with commas or brackets there, and write decimals with a point.',
    bad: 'sizes: { 1024x1024: 0,05 }',
    good: 'sizes: { 1024x1024: 0.05 }',
  },
  'yaml-comment': {
    title: 'A `#` after a blank begins a comment, and cuts off the rest of a text.',
    why: 'Quote the text. In a comment, write a blank after the `#` to mark it as one.',
    bad: 'description: Stylised #1 clips',
    good: 'description: "Stylised #1 clips"',
  },
  'stray-quote': {
    title: 'A text has a quote that is not one for YAML.',
    why:
      'It ends with a quote but does not begin with one, or has typographic quotes. The ' +
      'quote would be part of the text and appear in documents.',
    bad: 'description: Quick and cheap."',
    good: 'description: Quick and cheap.',
  },
  'yaml-alias': {
    title: 'YAML anchors, aliases and merge keys are not used in the catalog.',
    why:
      'They hide the origin of a value. Share values with `like:`; quote text that starts ' +
      'with & or *.',
    bad: 'base: &shared { flow: inline }\nother: *shared',
    good: 'base: { flow: inline }\nother: { like: base }',
  },
  'yaml-tab': {
    title: 'A line is indented with a tab.',
    why: 'YAML does not allow tabs as indentation. Indent with blanks, two for each level.',
    bad: 'body:\n\tprompt: string!',
    good: 'body:\n  prompt: string!',
  },
  'yaml-key': {
    title: 'A key is not a plain word or a quoted text.',
    why: 'Keys are names. Lists and maps cannot be keys, and a key cannot be empty.',
    bad: '[a, b]: 1',
    good: '"a, b": 1',
  },
  'duplicate-key': {
    title: 'A key is repeated in one map.',
    why: 'Only one of them could apply. Remove the other.',
    bad: 'fee: 0.001\nfee: 0.002',
    good: 'fee: 0.001',
  },
}
