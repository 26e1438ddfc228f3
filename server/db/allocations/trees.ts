import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** Of each piece of a part, except its last one: a multiple of a node's 32 and a place's 4 bytes. */
export const TREE_PIECE_BYTES = 2 ** 20

/** Stores a piece of the tree of a list that is being built; `position` counts pieces from 0. */
export async function insertTreePiece(
  db: Db,
  listId: number,
  part: 'nodes' | 'places',
  position: number,
  bytes: Buffer,
): Promise<void> {
  await db
    .insertInto('allocation_trees')
    .values({ list_id: listId, part, position, bytes })
    .execute()
}

/** A node of a tree is a hash. */
const NODE_BYTES = 32

/**
 * Nodes of a list's tree, 32 bytes each.
 * @param places from 0, the root; in any order, which is that of the result. Those behind the tree are
 *   left out
 */
export async function readNodes(
  db: Db,
  listId: number,
  places: readonly number[],
): Promise<Buffer[]> {
  // By the size that the first piece has: lists stay when TREE_PIECE_BYTES changes.
  const { rows } = await sql<{ node: Buffer }>`
    select substring(t.bytes from (wanted.place * ${NODE_BYTES} % piece.size + 1)::integer
      for ${NODE_BYTES}) as node
    from unnest(${places}::bigint[]) with ordinality as wanted(place, n)
    cross join (select octet_length(bytes) as size from allocation_trees
      where list_id = ${listId} and part = 'nodes' and position = 0) as piece
    join allocation_trees as t on t.list_id = ${listId} and t.part = 'nodes'
      and t.position = wanted.place * ${NODE_BYTES} / piece.size
    order by wanted.n`.execute(db)
  return rows.map(({ node }) => node)
}

/** The bytes of a part of a list's tree, from their start, in the pieces in which they are stored. */
export async function* readPieces(
  db: Db,
  listId: number,
  part: 'nodes' | 'places',
): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const piece = await db
      .selectFrom('allocation_trees')
      .select('bytes')
      .where('list_id', '=', listId)
      .where('part', '=', part)
      .where('position', '=', position)
      .executeTakeFirst()
    if (piece === undefined) return
    yield piece.bytes
  }
}
