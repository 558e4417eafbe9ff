// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export type * from './edits.js'
export type * from './films.js'
export type * from './shared.js'
