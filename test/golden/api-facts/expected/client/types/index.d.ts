// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export type * from './asked.js'
export type * from './many.js'
export type * from './shared.js'
