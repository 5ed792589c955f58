/** Where this machine reaches who listens at an address: who listens at every address of the machine, on loopback. */
export function reachableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
