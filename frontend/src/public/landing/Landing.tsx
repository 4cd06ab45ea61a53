import { CalendarDrawing } from './CalendarDrawing';
import { CardSection } from './CardSection';
import { BENEFITS, COMING_SOON, FEATURES } from './content';
import { ProductPicture } from './ProductPicture';
import { SupportLink } from './SupportLink';

/** Rendered at build and never shipped as script; `hasServer` keeps the placeholders that the server fills. */
export function Landing({ hasServer }: { hasServer: boolean }) {
  return (
    <>
      <div id="particles" aria-hidden="true" />
      <header className="wide top">
        <Brand />
        <nav aria-label="Account">
          <a className="button quiet" href="/login">
            Login
          </a>
          <a className="button primary" href="/register">
            Sign Up
          </a>
        </nav>
      </header>
      <main>
        <section className="wide hero">
          <p className="eyebrow">For your Facebook Page and Instagram account</p>
          <h1>Your Facebook videos, out on time. Every time.</h1>
          <p className="lead">
            Pagecast schedules, manages and automates the video content of your Facebook Page. Upload today,
            publish all week.
          </p>
          <p className="actions">
            <a className="button primary large" href="/register">
              Get Started
            </a>
            {hasServer && <SupportLink>Contact Us</SupportLink>}
            <a className="button outlined large instead" href="#features">
              See what it does
            </a>
          </p>
          {hasServer && <p className="price">PRICE_LINE</p>}
          <CalendarDrawing />
        </section>
        <CardSection
          id="features"
          title="Powerful Features"
          lead="From the upload to the published post, without watching the clock."
          cards={FEATURES}
        />
        <section className="wide" aria-labelledby="glance">
          <div className="section-head">
            <h2 id="glance">Your page at a glance</h2>
            <p>What goes out next, what went out, and what needs you.</p>
          </div>
          <ProductPicture />
        </section>
        <CardSection
          id="benefits"
          title="Why Choose Us"
          lead="Less to set up, less to worry about."
          cards={BENEFITS}
        />
        <CardSection id="soon" title="Coming Soon" lead="What we work on next." cards={COMING_SOON} />
        <section className="wide" aria-labelledby="start">
          <div className="closing">
            <h2 id="start">Plan your week in one sitting.</h2>
            <p>Connect your page, upload your videos, choose their times. Pagecast does the rest.</p>
            <p className="actions">
              <a className="button large" href="/register">
                Get Started Now
              </a>
              {hasServer && <SupportLink>Contact Support</SupportLink>}
              <a className="button outlined large instead" href="#glance">
                See the dashboard
              </a>
            </p>
          </div>
        </section>
      </main>
      <footer className="wide bottom">
        <Brand />
        <nav aria-label="Footer">
          <a href="/login">Login</a>
          <a href="/register">Sign Up</a>
        </nav>
      </footer>
    </>
  );
}

function Brand() {
  return (
    <a className="brand" href="/">
      <img src="/src/favicon.svg" alt="" width="28" height="28" />
      Pagecast
    </a>
  );
}
