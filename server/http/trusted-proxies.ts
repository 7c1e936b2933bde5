/** Reads what trusted proxies report about their clients. */
import { BlockList, isIP, isIPv6 } from 'node:net'

interface Client {
  /** An IP address without a port or brackets. */
  address: string
  /** The protocol between the client and the outermost trusted proxy; null when no trusted proxy says. */
  protocol: string | null
}

interface Forwarded {
  /** The value of `X-Forwarded-For`, to which every proxy appends the address of its client. */
  for?: string | undefined
  /** The value of `X-Forwarded-Proto`: one for all proxies, or one for each. */
  proto?: string | undefined
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

const parsePrefix = (text: string | undefined, bits: number) => {
  if (text === undefined) return bits
  return /^\d{1,3}$/.test(text) && Number(text) <= bits ? Number(text) : null
}

/** Parses an IP address or a CIDR range (`10.0.0.0/8`); returns null when it is neither. */
const parseRange = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/')
  if (!isIP(address) || rest.length) return null
  const bits = parsePrefix(prefix, isIPv6(address) ? 128 : 32)
  return bits === null ? null : { address, bits }
}

/** True for an IP address or a CIDR range, such as `10.0.0.0/8`. */
export const isIpRange = (text: string) => parseRange(text) !== null

/** Returns the IPv4 address of an IPv4-mapped IPv6 one. https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2 */
const toUnmappedAddress = (address: string) =>
  /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? address

/**
 * Parses an entry of `X-Forwarded-For`; some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. Null when it
 * is not an address.
 */
const parseForwardedAddress = (entry: string) => {
  const text = entry.trim()
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const [, withPort] = /^(\d+(?:\.\d+){3}):\d+$/.exec(text) ?? []
  const address = bracketed ?? withPort ?? text
  return isIP(address) ? toUnmappedAddress(address) : null
}

/**
 * Creates the reader of forwarded addresses. `trusted` are the IP addresses and CIDR ranges of proxies, valid by
 * `isIpRange`.
 */
export const createTrustedProxies = (trusted: readonly string[]) => {
  const list = new BlockList()
  for (const text of trusted) {
    const range = parseRange(text)
    if (!range) throw new Error(`${text} is neither an IP address nor a CIDR range.`)
    const address = toUnmappedAddress(range.address)
    const bits = address === range.address ? range.bits : Math.max(0, range.bits - 96)
    list.addSubnet(address, bits, familyOf(address))
  }
  const isTrusted = (address: string) => list.check(address, familyOf(address))

  return {
    /**
     * Returns the client of a request. Reads the list from its end, since each proxy appends its own peer: the first
     * address that is not a trusted proxy is the client. Entries further left may be forged. An invalid entry ends the
     * list.
     */
    clientOf: (peer: string, forwarded: Forwarded): Client => {
      let address = toUnmappedAddress(peer)
      if (!isIP(address) || !isTrusted(address)) return { address, protocol: null }
      let hops = 1
      for (const entry of (forwarded.for ?? '').split(',').toReversed()) {
        const next = parseForwardedAddress(entry)
        if (next === null) break
        address = next
        if (!isTrusted(address)) break
        hops += 1
      }
      return { address, protocol: protocolOf(forwarded.proto, hops) }
    },
  }
}

const protocolOf = (proto: string | undefined, hops: number) => {
  if (!proto) return null
  const protocols = proto.split(',').map((word) => word.trim().toLowerCase())
  return protocols.at(-Math.min(hops, protocols.length)) ?? null
}
