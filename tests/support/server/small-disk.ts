import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk of its own; null if this user may not mount one. */
export function mountDisk(megabytes = 16): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

export function unmount(disk: string): void {
  execFileSync('umount', ['--lazy', disk], { stdio: 'ignore' })
  rmSync(disk, { recursive: true })
}

/** Fills the disk, but for some megabytes. @returns the file that takes the space */
export function fill(disk: string, leftMegabytes = 0): string {
  const file = path.join(disk, 'filler')
  const reserve = path.join(disk, 'reserve')
  writeFileSync(reserve, Buffer.alloc(leftMegabytes * 1_000_000))
  for (const size of [1_000_000, 4096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  rmSync(reserve)
  return file
}
