"""Addresses of members and their roles."""

from django.urls import path

from scoring.web.views import member

ONE = "clb/<slug:slug>/thanh-vien/<int:login_id>/"

urlpatterns = [
    path("clb/<slug:slug>/thanh-vien/", member.members, name="member-list"),
    path("clb/<slug:slug>/thanh-vien/them/", member.add, name="member-add"),
    path(ONE, member.change, name="member"),
    path(f"{ONE}bo/", member.remove, name="member-remove"),
]
