import { useProjects } from '#src/api/projects.ts'
import { addressLinks } from '#src/domain/sale/explorers.ts'
import { ExplorerLink } from './ExplorerLink.tsx'

/** Opens an address in each explorer of its project: the same address is on every chain. */
export function AddressExplorers({ projectId, address }: { projectId: string; address: string }) {
  const { projects } = useProjects()
  const explorers = projects.find(({ id }) => id === projectId)?.explorers ?? []
  const links = addressLinks(explorers, address)
  return links.map(({ host, url }) => (
    <ExplorerLink key={url} url={url} value={address} host={links.length > 1 ? host : undefined} />
  ))
}
