/** Codes of the read pass: misleading YAML. */
import type { CodePages } from '../page.ts'

/** Pages about the text of the files. */
export const YAML_PAGES: CodePages = {
  'yaml-syntax': {
    title: 'The file is not YAML.',
    why:
      'Nothing of the file can be read until this is put right. Only its first mistake is ' +
      'reported: others mostly follow from it.',
    bad: '- rule: "x" in body.names',
    good: '- rule: \'"x" in body.names\'',
  },
  'yaml-indent': {
    title: 'A line is indented otherwise than it should be.',
    why:
      'What a line belongs to follows from its indentation: two blanks more than what it is in, ' +
      'and as much as the lines beside it. YAML often reports a later line; the check looks for ' +
      'the one line that makes the file right.',
    bad: 'rows:\n  maker/small:\n    name: Small\n   flat: 0.01',
    good: 'rows:\n  maker/small:\n    name: Small\n    flat: 0.01',
  },
  encoding: {
    title: 'The file is not written in UTF-8.',
    why:
      'Some editors and spreadsheets save other encodings. Save the file anew, with the ' +
      'encoding UTF-8.',
    bad: 'summary: Caf\ufffd prices        # saved as Latin-1',
    good: 'summary: Café prices',
  },
  'invisible-character': {
    title: 'A character that cannot be seen stands where it changes the meaning.',
    why:
      'It mostly comes with text that is copied from a page or a chat: a name with it is ' +
      'another name, and a no-break space indents nothing. Type the word anew.',
    bad: 'maker/small\u200b-3: { like: maker }   # with a zero-width space',
    good: 'maker/small-3: { like: maker }',
  },
  'odd-character': {
    title: 'A character looks like another one.',
    why:
      'A long dash, a `×`, a curly quote or a letter of another alphabet in a name makes it ' +
      'another name, which no upstream knows. Texts of several words may have them, except ' +
      'letters of two alphabets in one word.',
    bad: 'sizes: { 1280×720: 0.05 }',
    good: 'sizes: { 1280x720: 0.05 }',
  },
  'merge-conflict': {
    title: 'The file holds the markers of a merge that is not finished.',
    why:
      'Git could not join two changes of the same lines. Keep what is right, and remove the ' +
      'rest with the markers.',
    bad: '<<<<<<< HEAD\nfee: 0.001\n=======\nfee: 0.002\n>>>>>>> prices',
    good: 'fee: 0.002',
  },
  'yaml-tag': {
    title: 'A value starts with `!`, which YAML reads as a tag and drops.',
    why: '`rule: !has(x) && y` is read as `rule: y`. Put the formula in single quotes.',
    bad: '- rule: !has(body.seed) || model.seeds',
    good: "- rule: '!has(body.seed) || model.seeds'",
  },
  'yaml-comma': {
    title: 'Inside { } a comma or a bracket ends the value.',
    why:
      'A formula with commas or brackets needs quotes there, and decimals are written with a ' +
      'point.',
    bad: 'sizes: { 1024x1024: 0,05 }',
    good: 'sizes: { 1024x1024: 0.05 }',
  },
  'yaml-comment': {
    title: 'A `#` behind a blank begins a comment, and cuts off what was meant as text.',
    why: 'Quote the text; in a comment write a blank after the `#`, which says that it is one.',
    bad: 'description: Stylised #1 clips',
    good: 'description: "Stylised #1 clips"',
  },
  'stray-quote': {
    title: 'A text has a quote that YAML does not take for one.',
    why:
      'It ends with a quote and does not begin with one, or stands in typographic quotes. ' +
      'The quote is part of the text, and the documents would show it.',
    bad: 'description: Quick and cheap."',
    good: 'description: Quick and cheap.',
  },
  'yaml-alias': {
    title: 'YAML anchors, aliases and merge keys are not used in the catalog.',
    why:
      'They hide where a value comes from. Values are shared with `like:`; text that starts ' +
      'with & or * needs quotes.',
    bad: 'base: &shared { flow: inline }\nother: *shared',
    good: 'base: { flow: inline }\nother: { like: base }',
  },
  'yaml-tab': {
    title: 'A tab stands where blanks indent.',
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
    title: 'A key is written twice in one map.',
    why: 'Only one of them could count. Remove the other.',
    bad: 'fee: 0.001\nfee: 0.002',
    good: 'fee: 0.001',
  },
}
