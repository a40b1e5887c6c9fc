import { InvalidRequest, type Ledger, newId, ObjectNotFound, objectById } from './ledger.ts';
import { chargeJson, disputeJson } from './render.ts';

/** Money that goes back: refunds by the application or in the dashboard, and disputes by a bank. */
export function refunds({ records, now, emitEvent }: Ledger) {
  function refund(paymentIntent: string, amount?: number) {
    const charge = Object.values(records.charges).find(one => one.paymentIntent === paymentIntent);
    if (!charge) throw new ObjectNotFound(`No such payment_intent: '${paymentIntent}'`);
    const left = charge.amount - charge.amountRefunded;
    const returned = amount ?? left;
    if (returned <= 0 || returned > left)
      throw new InvalidRequest('Refund amount is greater than unrefunded amount on charge.');
    charge.amountRefunded += returned;
    emitEvent('charge.refunded', charge.customer, chargeJson(charge));
    return {
      id: newId('re'),
      object: 'refund',
      amount: returned,
      charge: charge.id,
      payment_intent: paymentIntent,
      status: 'succeeded',
    };
  }

  function dispute(chargeId: string) {
    const charge = objectById(records.charges, chargeId, 'charge');
    charge.disputed = true;
    const created = now(charge.customer);
    const opened = {
      id: newId('dp'),
      charge: chargeId,
      created,
      amount: charge.amount,
      status: 'needs_response' as const,
    };
    records.disputes[opened.id] = opened;
    emitEvent('charge.dispute.created', charge.customer, disputeJson(opened));
    return opened;
  }

  function closeDispute(id: string, status: 'won' | 'lost'): void {
    const closed = objectById(records.disputes, id, 'dispute');
    closed.status = status;
    emitEvent(
      'charge.dispute.closed',
      objectById(records.charges, closed.charge, 'charge').customer,
      disputeJson(closed),
    );
  }

  return { refund, dispute, closeDispute };
}
