import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#scripts/free-port.mjs'
import { until } from '#tests/support/server/until.ts'

// A local chain, a compiler and OpenZeppelin's packages. They are large and no part of Saleroom's own
// packages: the tests that need them install them into tests/chain once.

const folder = fileURLToPath(new URL('../../chain/', import.meta.url))
const requireHere = createRequire(path.join(folder, 'package.json'))

type Hex = `0x${string}`
interface Call {
  address: Hex
  abi: readonly unknown[]
  functionName: string
  args: readonly unknown[]
  account?: Hex
}

/** What the tests use of viem's clients, which have no types before they are installed. */
export interface Chain {
  /** Deploys a contract of tests/chain. */
  deploy(file: string, args: readonly unknown[]): Promise<Pick<Call, 'address' | 'abi'>>
  /** Sends a transaction and waits until it is in a block. Rejects with the reason of a refusal. */
  write(call: Call): Promise<void>
  read(call: Call): Promise<unknown>
  /** Where it answers JSON-RPC. */
  url: string
  request(method: string, params?: readonly unknown[]): Promise<unknown>
  close(): Promise<void>
}

/** OpenZeppelin's tree. */
export interface StandardMerkleTree {
  root: string
  dump(): unknown
  entries(): Iterable<[number, [string, string]]>
  getProof(index: number): string[]
}
interface MerkleTreePackage {
  StandardMerkleTree: {
    of(values: readonly (readonly [string, string])[], encoding: string[]): StandardMerkleTree
    /** @throws Error if a node does not follow from its children */
    load(dump: unknown): StandardMerkleTree
  }
}

/** Installs the packages of tests/chain unless they are there. */
function install(): void {
  // npm writes it last.
  const installed = path.join(folder, 'node_modules', '.package-lock.json')
  const isCurrent =
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(path.join(folder, 'package-lock.json')).mtimeMs
  if (isCurrent) return
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['ci', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}

export function loadMerkleTrees(): MerkleTreePackage['StandardMerkleTree'] {
  install()
  // The package's own types are these.
  return (requireHere('@openzeppelin/merkle-tree') as MerkleTreePackage).StandardMerkleTree
}

/** Starts an empty chain of this machine. */
export async function openChain(): Promise<Chain> {
  install()
  const port = await freePort()
  const program = requireHere.resolve('hardhat/internal/cli/bootstrap.js')
  const node = spawn(
    process.execPath,
    [program, 'node', '--hostname', '127.0.0.1', '--port', String(port)],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
    },
  )
  const ended = once(node, 'exit')
  const viem = requireHere('viem')
  // A refusal is an answer, so it is not retried.
  const url = `http://127.0.0.1:${port}`
  const transport = viem.http(url, { retryCount: 0 })
  const { hardhat: chain } = requireHere('viem/chains')
  const reader = viem.createPublicClient({ chain, transport, pollingInterval: 20 })
  const sender = viem.createWalletClient({ chain, transport })
  await until(() => reader.getChainId())
  // The node signs for its first account.
  const [account] = await sender.getAddresses()
  return {
    async deploy(file, args) {
      const { abi, bytecode } = compile(file)
      // That takes long, and the node may have closed the idle connection.
      await until(() => reader.getChainId())
      const hash = await sender.deployContract({ abi, bytecode, args, account })
      const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
      return { abi, address: contractAddress }
    },
    async write(call) {
      const { request } = await reader.simulateContract({ account, ...call })
      const hash = await sender.writeContract(request)
      const { status } = await reader.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error('The transaction was reverted')
    },
    read: (call) => reader.readContract(call),
    url,
    request: (method, params = []) => reader.request({ method, params }),
    async close() {
      node.kill()
      await ended
    },
  }
}

/** Compiles a contract of tests/chain that has the name of its file. */
function compile(file: string): { abi: readonly unknown[]; bytecode: Hex } {
  const compiler = requireHere('solc')
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(path.join(folder, file), 'utf8') } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const read = (name: string) => ({ contents: readFileSync(requireHere.resolve(name), 'utf8') })
  const { errors = [], contracts } = JSON.parse(
    compiler.compile(JSON.stringify(input), { import: read }),
  )
  const messages = errors.map((error: { formattedMessage: string }) => error.formattedMessage)
  if (messages.length > 0) throw new Error(messages.join('\n'))
  const { abi, evm } = contracts[file][path.basename(file, '.sol')]
  return { abi, bytecode: `0x${evm.bytecode.object}` }
}
