import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk of 16 MB; null if this user may not mount one. */
export function mountDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' })
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

/** Fills the disk. @returns the file that takes the space */
export function fill(disk: string): string {
  const file = path.join(disk, 'filler')
  for (const size of [1_000_000, 4096, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  return file
}
