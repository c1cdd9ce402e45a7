//! The description of the API, made of the handlers, so that neither knows an address the other doesn't.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, body::Bytes};
use shared::api::Problem;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi as Description, PathItem, Ref, RefOr, ResponseBuilder};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::problem::PROBLEM_JSON;
use crate::http::{Web, games, guests, health, lobby, matches, me};

/// Where the description is.
const ADDRESS: &str = "/api/openapi.json";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Parlour",
        description = "Games for the browser. Play itself goes over a WebSocket at /ws; what is needed to get there \
            is here."
    ),
    components(schemas(Problem)),
    modifiers(&UserToken),
    tags(
        (name = "people", description = "Who you are"),
        (name = "games", description = "What can be played"),
        (name = "matches", description = "Making, finding and entering matches"),
        (name = "server", description = "For whoever runs the server"),
    )
)]
struct Api;

struct UserToken;

impl Modify for UserToken {
    fn modify(&self, api: &mut Description) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("PASETO")
            .description(Some("From POST /api/guests"))
            .build();
        api.components
            .get_or_insert_default()
            .add_security_scheme("user_token", SecurityScheme::Http(scheme));
    }
}

/// Every documented address, and the one of the documentation.
pub fn documented() -> Router<Web> {
    let (router, mut api) = OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(guests::create))
        .routes(routes!(me::show, me::rename))
        .routes(routes!(me::statistics::statistics))
        .routes(routes!(games::list))
        .routes(routes!(matches::list::list, matches::create::create))
        .routes(routes!(lobby::follow))
        .routes(routes!(matches::show::show))
        .routes(routes!(matches::start::start))
        .routes(routes!(matches::join::join))
        .routes(routes!(matches::watch::watch))
        .routes(routes!(matches::token::token))
        .routes(routes!(matches::record::record))
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .split_for_parts();
    for path in api.paths.paths.values_mut() {
        errors_are_problems(path);
    }
    let text = api.to_json().map_or_else(|error| Err(error.to_string()), |text| Ok(Bytes::from(text)));
    let text = text.expect("a description is plain data");
    router.route(ADDRESS, get(async move || document(text)))
}

fn document(text: Bytes) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], text)
}

/// Says of every error what it looks like; handlers only say when it is given.
fn errors_are_problems(path: &mut PathItem) {
    let operations = [&mut path.get, &mut path.post, &mut path.patch];
    for operation in operations.into_iter().flatten() {
        let responses = &mut operation.responses.responses;
        for (status, response) in responses.iter_mut() {
            let is_error = status.parse().is_ok_and(|status: u16| status >= StatusCode::BAD_REQUEST.as_u16());
            if let (true, RefOr::T(response)) = (is_error, response) {
                response.content.insert(PROBLEM_JSON.to_owned(), problem().into());
            }
        }
        let any =
            ResponseBuilder::new().description("Any other error").content(PROBLEM_JSON, problem()).build();
        responses.insert("default".to_owned(), any.into());
    }
}

fn problem() -> utoipa::openapi::Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build()
}
