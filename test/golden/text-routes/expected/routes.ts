// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Route } from '../runtime/contract.ts'
import { discoverable } from '../runtime/discovery.ts'
import { getClientTgz, getRoot } from './free/shop.ts'
import { postChatCompletions, postResponses } from './tools/chat.ts'
import { postThings } from './tools/things.ts'

/** Every route, in the order of the catalog, with the discovery metadata of its challenge. */
export const routes: readonly Route[] = [
  getRoot, getClientTgz, postChatCompletions, postResponses, postThings,
].map(
  discoverable,
)
