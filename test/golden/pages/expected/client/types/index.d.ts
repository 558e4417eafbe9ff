// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
export type * from './chat.js'
export type * from './mcp.js'
export type * from './messages.js'
export type * from './shared.js'
export type * from './things.js'
