/**
 * Lua scripts. Redis runs each script atomically, so a compare-and-set is one step for all clients.
 * Every key begins with `{prefix}`, so that all keys are in one slot of a cluster. A document is a
 * hash: d (JSON), v (version), t (tag), s (position in creation order). If d is empty, its JSON is
 * stored in the pieces named by b (see `redis-large.ts`).
 */

/** Ms that replaced pieces remain for clients that are still reading them. */
const READING = 30_000

/**
 * KEYS: base. ARGV: time in ms, then per change: kind, collection, key, version, doc, tag, expires
 * (0: never), name of the pieces (may be empty). Returns 1 if all changes were applied, 0 if one
 * did not apply, -1 if pieces are missing. First checks every change against the state that the
 * earlier changes of the commit leave, then writes all of them.
 */
const commit = `
local base, n = KEYS[1], (#ARGV - 1) / 8
local seen = {}
local function version(k)
  if seen[k] == nil then seen[k] = tonumber(redis.call('HGET', k, 'v')) or 0 end
  return seen[k]
end
for i = 0, n - 1 do
  local a = 2 + i * 8
  local k = base .. 'd:' .. ARGV[a + 1] .. ':' .. ARGV[a + 2]
  if ARGV[a + 7] ~= '' and redis.call('EXISTS', base .. 'b:' .. ARGV[a + 7]) == 0 then return -1 end
  local now, want = version(k), tonumber(ARGV[a + 3])
  if ARGV[a] == 'insert' then
    if now ~= 0 then return 0 end
    seen[k] = 1
  elseif ARGV[a] == 'replace' then
    if now == 0 or now ~= want then return 0 end
    seen[k] = now + 1
  else
    if want >= 0 and now ~= want then return 0 end
    seen[k] = 0
  end
end
local function untag(k, collection, key)
  local old = redis.call('HMGET', k, 't', 's', 'b')
  if old[1] and old[1] ~= '' then redis.call('ZREM', base .. 't:' .. collection .. ':' .. old[1], key) end
  if old[3] then
    redis.call('PEXPIRE', base .. 'b:' .. old[3], ${READING})
    redis.call('HDEL', k, 'b')
  end
  return old[2], old[3]
end
for i = 0, n - 1 do
  local a = 2 + i * 8
  local collection, key, doc, tag, expires, apart = ARGV[a + 1], ARGV[a + 2], ARGV[a + 4], ARGV[a + 5], ARGV[a + 6], ARGV[a + 7]
  local k = base .. 'd:' .. collection .. ':' .. key
  if ARGV[a] == 'remove' then
    local _, pieces = untag(k, collection, key)
    redis.call('DEL', k)
    if pieces then redis.call('UNLINK', base .. 'b:' .. pieces) end
  else
    local s, v
    if ARGV[a] == 'insert' then
      s, v = redis.call('INCR', base .. 'seq'), 1
    else
      s, v = untag(k, collection, key), tonumber(ARGV[a + 3]) + 1
    end
    redis.call('HSET', k, 'd', doc, 'v', v, 't', tag, 's', s)
    if apart ~= '' then redis.call('HSET', k, 'b', apart) end
    for _, lasting in ipairs(apart == '' and {k} or {k, base .. 'b:' .. apart}) do
      if expires == '0' then redis.call('PERSIST', lasting) else redis.call('PEXPIREAT', lasting, expires) end
    end
    if tag ~= '' then
      redis.call('ZADD', base .. 't:' .. collection .. ':' .. tag, s, key)
      if expires ~= '0' then redis.call('ZADD', base .. 'x', expires, collection .. ':' .. tag .. '\\n' .. key) end
    end
  end
end
for _, due in ipairs(redis.call('ZRANGEBYSCORE', base .. 'x', '-inf', tonumber(ARGV[1]) - 1000, 'LIMIT', 0, 4)) do
  redis.call('ZREM', base .. 'x', due)
  local place, key = due:match('^([^\\n]*)\\n(.*)$')
  local collection, tag = place:match('^([^:]*):(.*)$')
  if redis.call('HGET', base .. 'd:' .. collection .. ':' .. key, 't') ~= tag then redis.call('ZREM', base .. 't:' .. place, key) end
end
return 1`

/**
 * KEYS: base. ARGV: collection, tag, limit, skip. Returns a flat list of key, doc, version and name
 * of the pieces (may be empty). Removes index entries whose document has expired.
 */
const list = `
local base, out, from, limit = KEYS[1], {}, tonumber(ARGV[4]), tonumber(ARGV[3])
local index = base .. 't:' .. ARGV[1] .. ':' .. ARGV[2]
while #out < limit * 4 do
  local keys = redis.call('ZRANGE', index, from, from + limit - 1)
  if #keys == 0 then break end
  local gone = 0
  for _, key in ipairs(keys) do
    local found = redis.call('HMGET', base .. 'd:' .. ARGV[1] .. ':' .. key, 'd', 'v', 't', 'b')
    if not found[1] or found[3] ~= ARGV[2] then
      redis.call('ZREM', index, key)
      gone = gone + 1
    elseif #out < limit * 4 then
      out[#out + 1] = key
      out[#out + 1] = found[1]
      out[#out + 1] = found[2]
      out[#out + 1] = found[4] or ''
    end
  end
  from = from + #keys - gone
end
return out`

/**
 * KEYS: counter. ARGV: window ms. Returns the count and the end of the window (Unix ms). The window
 * starts with its first event; its end is stored, so that every caller reads the same value.
 */
const count = `
local n = redis.call('HINCRBY', KEYS[1], 'n', 1)
if n > 1 then return {n, redis.call('HGET', KEYS[1], 'until')} end
local time = redis.call('TIME')
local ends = time[1] * 1000 + math.ceil(time[2] / 1000) + math.ceil(ARGV[1])
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', ends))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ends))
return {n, string.format('%.0f', ends)}`

/** KEYS: lease or lock. ARGV: owner, ms. Takes or renews it. Returns 1 if the owner now has it. */
const take = `
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`

/** KEYS: lease or lock. ARGV: owner. Releases it if the owner still has it. */
const drop = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`

/**
 * KEYS: pieces. ARGV: number, piece, ms. Stores one piece, and restarts the time for which all
 * pieces wait for their commit.
 */
const piece = `
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ARGV[3])`

/**
 * KEYS: pool, a hash of key to amount and end (Unix ms by Redis's clock). ARGV: key, amount, most,
 * ms, 1 to change the end of an amount that is held. Returns 1 if the amount is held. Removes
 * expired amounts.
 */
const hold = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local sum, last, all = tonumber(ARGV[2]), 0, redis.call('HGETALL', KEYS[1])
local isHeld
for i = 1, #all, 2 do
  local amount, ends = all[i + 1]:match('^(%d+) (%d+)$')
  if tonumber(ends) <= now then
    redis.call('HDEL', KEYS[1], all[i])
  else
    if all[i] == ARGV[1] then
      if ARGV[5] == '0' then return 1 end
      isHeld = true
      ARGV[2] = amount
    else
      sum = sum + tonumber(amount)
      last = math.max(last, tonumber(ends))
    end
  end
end
if not isHeld and sum > tonumber(ARGV[3]) then return 0 end
local ends = now + tonumber(ARGV[4])
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %d', ARGV[2], ends))
redis.call('PEXPIREAT', KEYS[1], string.format('%d', math.max(last, ends)))
return 1`

/** KEYS: pool. ARGV: key. Releases the amount. */
const unhold = `return redis.call('HDEL', KEYS[1], ARGV[1])`

/**
 * KEYS: pool. ARGV: amount, most. Returns the ms until the amount fits if nothing is released
 * before; 0 for now, -1 for never.
 */
const room = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local sum, held, all = tonumber(ARGV[1]), {}, redis.call('HVALS', KEYS[1])
for _, part in ipairs(all) do
  local amount, ends = part:match('^(%d+) (%d+)$')
  if tonumber(ends) > now then
    sum = sum + tonumber(amount)
    held[#held + 1] = { tonumber(ends), tonumber(amount) }
  end
end
if sum <= tonumber(ARGV[2]) then return 0 end
table.sort(held, function(one, other) return one[1] < other[1] end)
for _, part in ipairs(held) do
  sum = sum - part[2]
  if sum <= tonumber(ARGV[2]) then return part[1] - now end
end
return -1`

/** The scripts, by the name of their command. Each has one key. */
export const scripts: Readonly<Record<string, string>> = {
  fareboxCommit: commit,
  fareboxList: list,
  fareboxCount: count,
  fareboxTake: take,
  fareboxDrop: drop,
  fareboxPiece: piece,
  fareboxHold: hold,
  fareboxUnhold: unhold,
  fareboxRoom: room,
}
