import { LeaseLost, type Handle, type Ledger, type Step, type StepResult } from '../ports/networks/network';
import type { Claim, PublicationsRepository } from './publications.repository';

/** The ledger of one claim. */
export class PostLedger implements Ledger {
  constructor(
    private readonly publications: PublicationsRepository,
    private readonly claim: Claim,
    private readonly owner: string,
    private readonly text: string,
  ) {}

  async begin(step: Step, handle: Handle | null): Promise<number> {
    const receipt = await this.publications.begin(this.claim, this.owner, step, handle, this.text);
    if (receipt === undefined) throw new LeaseLost();
    return receipt;
  }

  async finish(receipt: number, result: StepResult, handle?: Handle): Promise<void> {
    if (!(await this.publications.finish(this.claim, this.owner, receipt, result, handle, this.text)))
      throw new LeaseLost();
  }
}
