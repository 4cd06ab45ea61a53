import { LeaseLost, type Handle, type Ledger, type Step, type StepResult } from '../ports/networks/network';
import type { Claim, PublicationsRepository, Spoken } from './publications.repository';

/** The ledger of one claim. */
export class PostLedger implements Ledger {
  /** What is written under the post, and who is spoken to; to be set before the first step. */
  spoken: Spoken = { text: '', sealed: '' };

  constructor(
    private readonly publications: PublicationsRepository,
    private readonly claim: Claim,
    private readonly owner: string,
    /** As it was committed last. */
    public handle: Handle | null,
  ) {}

  async begin(step: Step, handle: Handle | null): Promise<number> {
    const receipt = await this.publications.begin(this.claim, this.owner, step, handle, this.spoken);
    if (receipt === undefined) throw new LeaseLost();
    this.handle = handle;
    return receipt;
  }

  async finish(receipt: number, result: StepResult, handle?: Handle): Promise<void> {
    if (!(await this.publications.finish(this.claim, this.owner, receipt, result, handle, this.spoken)))
      throw new LeaseLost();
    if (handle) this.handle = handle;
  }

  knownOfOthers(remoteIds: string[]): Promise<Set<string>> {
    return this.publications.knownOfOthers(this.claim.post, remoteIds);
  }
}
