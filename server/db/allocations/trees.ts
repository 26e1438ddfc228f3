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
