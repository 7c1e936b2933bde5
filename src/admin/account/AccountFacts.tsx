import type { Resource } from '#content/model/resource.ts'
import { textIn } from '#content/model/text-in.ts'
import styles from '../resources/ResourceItem.module.css'

/** Tells the name of an account, its present address, and whether the owner has confirmed that. */
export const AccountFacts = ({ account }: { account: Resource }) => (
  <dl aria-label="Account" className={styles.values}>
    <dt>Username</dt>
    <dd>{textIn(account, 'username')}</dd>
    <dt>Email address</dt>
    <dd>
      {textIn(account, 'emailAddress')}
      {account['emailAddressVerified'] === false ? ' (not confirmed yet)' : ' (confirmed)'}
    </dd>
  </dl>
)
